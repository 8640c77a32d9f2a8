import type { Conversation } from "@kakehashi/contract/conversations";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { conversationName, projectRoomKindName } from "./name.ts";
import styles from "./name-on-one-line.module.css";

/**
 * Shows the name of a conversation on one line. If the name of a project is too long, it is cut off. The word after it,
 * such as “Support”, always stays visible, because only this word distinguishes the rooms of a project.
 */
export function NameOnOneLine({
  conversation,
}: {
  conversation: Pick<Conversation, "kind" | "name" | "partner">;
}) {
  const { t } = useTranslation(["conversations", "common"]);
  const side = projectRoomKindName(conversation, t);
  if (side === null) return conversationName(conversation, t);
  return (
    <span className={styles.line}>
      <span className={styles.project}>{conversation.name}</span>
      <span className={styles.side}>{` · ${side}`}</span>
    </span>
  );
}
