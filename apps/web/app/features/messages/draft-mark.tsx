import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./draft-mark.module.css";
import { useHasDraft } from "./drafts.ts";

/** Beside a conversation or a thread in which something is written and not sent; `id` names its place. */
export function DraftMark({ id }: { id: string }) {
  const { t } = useTranslation("conversations");
  if (!useHasDraft(id)) return null;
  return <IconPencil className={styles.mark} size={14} stroke={1.8} role="img" aria-label={t("draft")} />;
}
