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

/** The name of a conversation for its reader: the other person's name, its own name, or the name of its kind. */
export function conversationName(
  conversation: Pick<Conversation, "kind" | "name" | "partner">,
  t: Translate,
): string {
  return conversation.partner?.name ?? conversation.name ?? t(kindKeys[conversation.kind]);
}
