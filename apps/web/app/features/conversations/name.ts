import type { Conversation, ConversationKind } from "@kakehashi/contract/conversations";
import type { TFunction } from "i18next";

const kindKeys = {
  MY_CHAT: "myChat",
  DIRECT: "group",
  GROUP: "group",
  TEAM: "team",
  CLIENT: "client",
  SUPPORT: "support",
} as const satisfies Record<ConversationKind, string>;

type Translate = TFunction<readonly ["conversations", "common"]>;

/** What a conversation is called by its reader: after the other person, by its own name, else by its kind. */
export function conversationName(
  conversation: Pick<Conversation, "kind" | "name" | "partner">,
  t: Translate,
): string {
  return conversation.partner?.name ?? conversation.name ?? t(kindKeys[conversation.kind]);
}
