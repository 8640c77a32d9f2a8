import type { Conversation } from "@kakehashi/contract/conversations";
import { useTranslation } from "react-i18next";
import { conversationName, projectSideOf } from "./name.ts";
import styles from "./name-on-one-line.module.css";

/**
 * The name of a conversation where it takes one line. A long name of a project is cut off, but its side stays: rooms of
 * one project differ only in the side.
 */
export function NameOnOneLine({
  conversation,
}: {
  conversation: Pick<Conversation, "kind" | "name" | "partner">;
}) {
  const { t } = useTranslation(["conversations", "common"]);
  const side = projectSideOf(conversation, t);
  if (side === null) return conversationName(conversation, t);
  return (
    <span className={styles.line}>
      <span className={styles.project}>{conversation.name}</span>
      <span className={styles.side}>{` · ${side}`}</span>
    </span>
  );
}
