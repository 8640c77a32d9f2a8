import {
  type ClosablePage,
  closablePages,
  listSwitchedOffPages,
  setPageClosed,
} from "@kakehashi/contract/pages";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import styles from "./admin.module.css";

const pageTextKeys = {
  "/register": { name: "page_register", closes: "desk:close_register" },
  "/register/confirm": { name: "page_confirm", closes: "desk:close_confirm" },
  "/password/forgot": { name: "page_forgot", closes: "desk:close_forgot" },
} as const satisfies Record<ClosablePage, object>;

export function ClosablePagesAdmin() {
  const { t } = useTranslation(["admin", "desk"]);
  const closedPagesKey = ["pages-closed"];
  const query = useQuery({
    queryKey: closedPagesKey,
    queryFn: async () => (await call(listSwitchedOffPages)).data,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { page: ClosablePage; closed: boolean }) =>
      (await call(setPageClosed, { body })).data,
    onSuccess: (closed) => {
      getQueryClient().setQueryData(closedPagesKey, closed);
      toast(t("done"));
    },
  });
  /**
   * Closes or opens a page of the site. Before a page is closed, a dialog says what will stop working and asks the
   * admin to confirm.
   */
  async function confirmAndSetClosed(page: ClosablePage, closed: boolean): Promise<void> {
    const question = {
      title: t("desk:closeTitle", { page: t(pageTextKeys[page].name) }),
      text: t(pageTextKeys[page].closes),
      actionLabel: t("desk:close"),
      isDestructive: true,
    };
    if (!closed || (await askToConfirm(question))) mutate({ page, closed });
  }
  return (
    <>
      <p className={styles.mutedText}>{t("pagesNote")}</p>
      <LoadedContent query={query}>
        {(closedPages) => (
          <ul className={styles.switches}>
            {closablePages.map((page) => (
              <li key={page}>
                <Checkbox
                  label={
                    <>
                      {t(pageTextKeys[page].name)} ·{" "}
                      {t(closedPages.includes(page) ? "desk:isClosed" : "isOpen")} <code>{page}</code>
                    </>
                  }
                  checked={!closedPages.includes(page)}
                  disabled={isPending}
                  onChange={({ currentTarget }) => void confirmAndSetClosed(page, !currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </>
  );
}
