import type { ConversationKind } from "./conversation-kinds.ts";
import type { RoomRole } from "./conversations.ts";
import { isTranslator, knownLanguages, type Speaker } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import type { Message } from "./messages.ts";
import type { Role } from "./users.ts";

/** The facts that decide a person's permissions in a room. */
export interface RoomActor {
  readonly user_id: string;
  readonly role: RoomRole;
}

export type RoomAction = "rename" | "add_members" | "leave" | "remove_members" | "change_roles";

const actionsOfEverybody: ReadonlySet<RoomAction> = new Set(["rename", "add_members", "leave"]);

/**
 * Whether a person may do something in a room. The members of a group manage it. Other kinds have fixed
 * members: one person, two people, or a project's members.
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

/** Whether people with this role may search and change the translation memory and the glossary. */
export const canManageMemory = (role: Role): boolean => role === "admin" || isTranslator(role);

interface LanguagePair {
  readonly from: Language;
  readonly to: Language;
}

/** Whether a member may write a translation: everybody who knows both languages. Anybody may request one. */
export function canTranslate(actor: Speaker, { from, to }: LanguagePair): boolean {
  const languages = knownLanguages(actor);
  return languages.includes(from) && languages.includes(to);
}

/**
 * Whether this role translates in a room of this kind, so that requests reach the person's translation queue.
 * In a project's support room the admins translate, because no translator or BrSE enters it by their role
 * (decision 75).
 */
export const isTranslatorInRoom = (role: Role, kind: ConversationKind): boolean =>
  isTranslator(role) || (role === "admin" && kind === "SUPPORT");

/** Whether a member may approve and reject a translation: a translator of the room who knows both languages. */
export const canReviewTranslation = (actor: Speaker, pair: LanguagePair, kind: ConversationKind): boolean =>
  canTranslate(actor, pair) && isTranslatorInRoom(actor.role, kind);

/**
 * The facts that decide a person's permissions with a code snippet: its author, and the person's membership
 * in its project.
 */
export interface SnippetActor {
  readonly isAuthor: boolean;
  /**
   * The person's membership in the snippet's project. `none` if the person is no member, or if the snippet belongs to
   * no project.
   */
  readonly part: "none" | "joined" | "host";
  readonly isInProject: boolean;
}

export type SnippetAction = "read" | "edit" | "share";

/**
 * Whether a person may do something with a snippet. In a project, the people who have joined it can read the
 * snippet; without a project only the author can. The author can edit and delete the snippet and choose its
 * readers, in a project only while they are a member. The project's hosts can edit and delete the snippet,
 * but not choose its readers.
 */
export function canDoWithSnippet(
  { isAuthor, part, isInProject }: SnippetActor,
  action: SnippetAction,
): boolean {
  const isReader = isInProject ? part !== "none" : isAuthor;
  if (action === "read") return isReader;
  const isWriter = isAuthor && isReader;
  return isWriter || (action === "edit" && isInProject && part === "host");
}
