import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./draft-mark.module.css";
import { chatKeyOf } from "./state/chat-key.ts";
import { useHasDraft } from "./state/drafts.ts";

/** Marks a conversation or thread that has an unsent draft. */
export function DraftMark({ id, threadId }: { id: string; threadId?: string }) {
  const { t } = useTranslation("conversations");
  if (!useHasDraft(chatKeyOf(id, threadId))) return null;
  return <IconPencil className={styles.mark} size={14} stroke={1.8} role="img" aria-label={t("draft")} />;
}
