import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./draft-mark.module.css";
import { useHasDraft } from "./state/drafts.ts";
import { keyOf } from "./state/place.ts";

/** Beside a conversation or a thread in which something is written and not sent. */
export function DraftMark({ id, threadId }: { id: string; threadId?: string }) {
  const { t } = useTranslation("conversations");
  if (!useHasDraft(keyOf(id, threadId))) return null;
  return <IconPencil className={styles.mark} size={14} stroke={1.8} role="img" aria-label={t("draft")} />;
}
