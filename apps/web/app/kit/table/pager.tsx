import type { PageMeta } from "@kakehashi/contract/kit/page";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import styles from "./pager.module.css";

interface Props {
  meta: PageMeta;
  /**
   * The number of the requested page. The buttons count from this page, because `meta` belongs to the previous page
   * until the requested one has loaded.
   */
  page: number;
  onChange: (page: number) => void;
}

/** Says which rows of the list are shown and how many there are. Two buttons lead to the previous and the next page. */
export function Pager({ meta, page, onChange }: Props) {
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
