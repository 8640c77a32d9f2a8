import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { ConversationHit } from "@kakehashi/contract/search";
import { findUnnamedVisitorSuffix } from "@kakehashi/contract/visitor-name";
import type { TFunction } from "i18next";

const kindTextKeys = {
  MY_CHAT: "myChat",
  DIRECT: "group",
  GROUP: "group",
  TEAM: "team",
  CLIENT: "client",
  SUPPORT: "support",
  OUTSIDE: "group",
} as const satisfies Record<ConversationKind, string>;

type TranslateFunction = TFunction<readonly ["conversations", "common"]>;

/**
 * Returns the word that distinguishes a project's client room and support room from its team room, such as “Support”.
 * All rooms of a project have the project's name. Null for all other conversations.
 */
export function projectRoomKindName(
  { kind, name }: Pick<ConversationHit, "kind" | "name">,
  t: TranslateFunction,
): string | null {
  return name !== null && (kind === "CLIENT" || kind === "SUPPORT") ? t(kindTextKeys[kind]) : null;
}

/**
 * Returns the name of a conversation for the reader. This is the other person's name, or the conversation's own name,
 * or else the name of its kind.
 */
export function conversationName(
  conversation: Pick<ConversationHit, "kind" | "name" | "partner">,
  t: TranslateFunction,
): string {
  const { kind, name, partner } = conversation;
  const side = projectRoomKindName(conversation, t);
  if (side !== null) return `${name} · ${side}`;
  const number = kind === "OUTSIDE" && name !== null && findUnnamedVisitorSuffix(name);
  if (number) return t("common:visitorNumber", { number });
  return partner?.name ?? name ?? t(kindTextKeys[kind]);
}
