import type { ConversationKind, RoomRole } from "./conversations.ts";
import { isTranslator, knownLanguages, type Speaker } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import type { Message } from "./messages.ts";
import type { Role } from "./users.ts";

/** A person as a room knows them. */
export interface RoomActor {
  readonly user_id: string;
  readonly role: RoomRole;
}

export type RoomAction = "rename" | "add_members" | "leave" | "remove_members" | "change_roles";

const ofEverybody: ReadonlySet<RoomAction> = new Set(["rename", "add_members", "leave"]);

/** A group governs itself; the other kinds belong to their two people, to one, or to a project. */
export function canInRoom(
  actor: Pick<RoomActor, "role">,
  action: RoomAction,
  room: { readonly kind: ConversationKind },
): boolean {
  return room.kind === "GROUP" && (ofEverybody.has(action) || actor.role === "OWNER");
}

export type MessageAction = "edit" | "delete";

export function canWithMessage(
  actor: RoomActor,
  action: MessageAction,
  message: Pick<Message, "user_id">,
): boolean {
  return message.user_id === actor.user_id || (action === "delete" && actor.role === "OWNER");
}

export type TranslationAction = "request" | "write" | "review";

/** Whether one may look through the memory and the glossary, and change them. */
export const keepsMemory = (role: Role): boolean => role === "admin" || isTranslator(role);

/**
 * What a member may do with a translation from one language into another: anybody may ask for one, who knows both may
 * write it, and of those a comtor or brse approves and rejects.
 */
export function canTranslate(
  actor: Speaker,
  action: TranslationAction,
  pair: { readonly from: Language; readonly to: Language },
): boolean {
  if (action === "request") return true;
  const known = knownLanguages(actor);
  return (
    known.includes(pair.from) && known.includes(pair.to) && (action === "write" || isTranslator(actor.role))
  );
}
