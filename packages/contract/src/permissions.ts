import type { ConversationKind } from "./conversation-kinds.ts";
import type { RoomRole } from "./conversations.ts";
import { isTranslator, type KnownLanguagesInput, listKnownLanguages } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import type { Message } from "./messages.ts";
import type { Role } from "./users.ts";

/** The facts that decide what a person may do in a room. */
export interface RoomActor {
  readonly user_id: string;
  readonly role: RoomRole;
}

export type RoomAction = "rename" | "add_members" | "leave" | "remove_members" | "change_roles";

const actionsOfEverybody: ReadonlySet<RoomAction> = new Set(["rename", "add_members", "leave"]);

/**
 * Whether a person may do something in a room. All members of a group may rename it, add people and leave it. Only its
 * owners may remove members and change roles. Rooms of other kinds have fixed members: one person, two people, or a
 * project's members.
 */
export function canDoInRoom(
  actor: Pick<RoomActor, "role">,
  action: RoomAction,
  room: { readonly kind: ConversationKind },
): boolean {
  return room.kind === "GROUP" && (actionsOfEverybody.has(action) || actor.role === "OWNER");
}

export type MessageAction = "edit" | "delete";

export function canDoWithMessage(
  actor: RoomActor,
  action: MessageAction,
  message: Pick<Message, "user_id">,
): boolean {
  return message.user_id === actor.user_id || (action === "delete" && actor.role === "OWNER");
}

/** Whether people with this role may search and edit the translation memory and the glossary. */
export const canManageMemory = (role: Role): boolean => role === "admin" || isTranslator(role);

interface LanguagePair {
  readonly from: Language;
  readonly to: Language;
}

/** Whether a member may write a translation. Every member who knows both languages may. All members may request one. */
export function canTranslate(actor: KnownLanguagesInput, { from, to }: LanguagePair): boolean {
  const languages = listKnownLanguages(actor);
  return languages.includes(from) && languages.includes(to);
}

/**
 * Whether this role translates in a room of this kind, so that translation requests appear in the person's queue. In a
 * project's support room the admins translate, because the roles translator and BrSE alone give no access to it
 * (decision 75).
 */
export const isTranslatorInRoom = (role: Role, roomKind: ConversationKind): boolean =>
  isTranslator(role) || (role === "admin" && roomKind === "SUPPORT");

/**
 * Whether a member may approve and reject a translation. Only a translator of the room who knows both languages may.
 */
export const canReviewTranslation = (
  actor: KnownLanguagesInput,
  languagePair: LanguagePair,
  roomKind: ConversationKind,
): boolean => canTranslate(actor, languagePair) && isTranslatorInRoom(actor.role, roomKind);

/**
 * The facts that decide a person's permissions for a code snippet: whether the person is its author, and the person's
 * membership in its project.
 */
export interface SnippetActor {
  readonly isAuthor: boolean;
  /**
   * The person's membership in the snippet's project. `none` if the person is not a member, or if the snippet has no
   * project.
   */
  readonly projectPart: "none" | "joined" | "host";
  readonly isProjectSnippet: boolean;
}

export type SnippetAction = "read" | "edit" | "share";

/**
 * Whether a person may do something with a snippet.
 *
 * - Reading a snippet of a project: everybody who has joined the project. Without a project: only the author.
 * - Editing and deleting: the author, as long as the author may read the snippet, and the hosts of its project.
 * - Choosing its readers: only the author, as long as the author may read the snippet.
 */
export function canDoWithSnippet(
  { isAuthor, projectPart, isProjectSnippet }: SnippetActor,
  action: SnippetAction,
): boolean {
  const isReader = isProjectSnippet ? projectPart !== "none" : isAuthor;
  if (action === "read") return isReader;
  const isWriter = isAuthor && isReader;
  return isWriter || (action === "edit" && isProjectSnippet && projectPart === "host");
}
