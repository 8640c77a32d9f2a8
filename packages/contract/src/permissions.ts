import type { ConversationKind, RoomRole } from "./conversations.ts";
import type { Message } from "./messages.ts";

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
