import { closablePages, listClosedPages, switchPage } from "@kakehashi/contract/pages";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import styles from "./admin.module.css";

const names = {
  "/register": "page_register",
  "/register/confirm": "page_confirm",
  "/password/forgot": "page_forgot",
} as const;

export function PageSwitches() {
  const { t } = useTranslation(["admin", "common"]);
  const textOf = useErrorText();
  const key = ["pages-closed"];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await call(listClosedPages)).data,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { page: (typeof closablePages)[number]; closed: boolean }) =>
      (await call(switchPage, { body })).data,
    onSuccess: (closed) => {
      queryClient().setQueryData(key, closed);
      toast(t("done"));
    },
    onError: (error) => toast(textOf(error), "error"),
  });
  if (error) return <FailedState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows count={3} label={t("common:loading")} />;
  return (
    <>
      <p className={styles.quiet}>{t("pagesNote")}</p>
      <ul className={styles.switches}>
        {closablePages.map((page) => (
          <li key={page}>
            <label>
              <input
                type="checkbox"
                checked={!data.includes(page)}
                disabled={isPending}
                onChange={({ currentTarget }) => mutate({ page, closed: !currentTarget.checked })}
              />
              <span>
                {t(names[page])} · {t("isOpen")} <code>{page}</code>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
