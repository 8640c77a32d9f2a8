import type { PageMeta } from "@kakehashi/contract/kit/page";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import styles from "./pager.module.css";

interface PagerProps {
  meta: PageMeta;
  /**
   * The requested page number, used by the buttons. `meta` still belongs to the former page until the requested one is
   * loaded.
   */
  page: number;
  onChange: (page: number) => void;
}

/** The numbers of the visible rows and of all rows, with buttons for the previous and the next page. */
export function Pager({ meta, page, onChange }: PagerProps) {
  const { t } = useTranslation("table");
  return (
    <div className={styles.pager}>
      <span role="status">
        {t("page", {
          from: (meta.page - 1) * meta.paging + 1,
          to: Math.min(meta.page * meta.paging, meta.total),
          total: meta.total,
        })}
      </span>
      <Button countsEachPress disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {t("previous")}
      </Button>
      <Button countsEachPress disabled={page * meta.paging >= meta.total} onClick={() => onChange(page + 1)}>
        {t("next")}
      </Button>
    </div>
  );
}
