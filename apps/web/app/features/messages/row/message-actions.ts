import { canAskForTranslation, isSaidByBot } from "@kakehashi/contract/askable";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { canDoWithMessage } from "@kakehashi/contract/permissions";
import type { ChatActions } from "../state/chat-context.ts";
import type { useMessageActions } from "../state/use-message-actions.ts";
import { findRetranslatableTranslation } from "./translation-to-redo.ts";

/** Actions that open a dialog about a message. */
export type MessageDialogName = "seenBy" | "history" | "removeFiles" | "askWith" | "askAgain";
/** Actions that happen immediately, without opening a dialog. */
export type ImmediateMessageAction =
  | "reply"
  | "mark"
  | "pick"
  | "edit"
  | "quote"
  | "pin"
  | "copyText"
  | "copyLink"
  | "markUnread"
  | "delete";
export type MessageAction = ImmediateMessageAction | MessageDialogName;

type RoomForActions = Pick<
  ChatActions,
  "userId" | "roomRole" | "isClosed" | "openThread" | "setPickedMessages" | "quote" | "markUnread"
>;
type MessageFacts = Pick<
  Message,
  | "user_id"
  | "content"
  | "outside"
  | "parent_id"
  | "edited"
  | "files"
  | "language"
  | "translations"
  | "bookmarked"
>;

/**
 * Returns the actions on this message that this person may use, in display order. The toolbar, the sheet on phones and
 * the shortcut keys use this list. Without `readerLanguage`, the actions for translations are left out.
 */
export function listAvailableActions(
  message: MessageFacts,
  room: RoomForActions,
  readerLanguage?: Language,
): MessageAction[] {
  const actor = { user_id: room.userId, role: room.roomRole };
  const mayDelete = canDoWithMessage(actor, "delete", message);
  const actionAvailability: [MessageAction, boolean][] = [
    ["reply", !room.isClosed && room.openThread !== null],
    // Bot messages cannot be bookmarked. An old bookmark of such a message can still be removed.
    ["mark", !isSaidByBot(message) || message.bookmarked],
    ["askWith", canAskForTranslation(message)],
    [
      "askAgain",
      !isSaidByBot(message) &&
        readerLanguage !== undefined &&
        findRetranslatableTranslation(message, readerLanguage) !== undefined,
    ],
    ["pick", room.setPickedMessages !== null && !isSaidByBot(message)],
    ["edit", canDoWithMessage(actor, "edit", message)],
    ["quote", !room.isClosed && room.quote !== null],
    ["pin", true],
    ["copyText", message.content !== ""],
    ["copyLink", true],
    ["markUnread", message.user_id !== room.userId && room.markUnread !== null],
    ["seenBy", message.parent_id === null],
    ["history", message.edited],
    ["removeFiles", mayDelete && message.files.length > 0],
    ["delete", mayDelete],
  ];
  return actionAvailability.flatMap(([action, isAllowed]) => (isAllowed ? [action] : []));
}

/** Whether an action removes something for everyone. Such actions are shown apart from the rest. */
export const isDestructive = (action: MessageAction): boolean =>
  action === "removeFiles" || action === "delete";

const dialogActions: readonly string[] = ["seenBy", "history", "removeFiles", "askWith", "askAgain"];
export const opensDialog = (action: MessageAction): action is MessageDialogName =>
  dialogActions.includes(action);

interface ActionContext {
  readonly room: Pick<ChatActions, "edit" | "setPickedMessages" | "quote" | "openThread" | "markUnread">;
  readonly messageActions: ReturnType<typeof useMessageActions>;
}

export function runAction(
  action: ImmediateMessageAction,
  message: Message,
  { room, messageActions }: ActionContext,
): void {
  const handlers: Readonly<Record<ImmediateMessageAction, () => unknown>> = {
    reply: () => room.openThread?.(message),
    mark: () => messageActions.bookmark(message),
    pick: () => room.setPickedMessages?.(new Map([[message.id, message]])),
    edit: () => room.edit(message.id),
    quote: () => room.quote?.(message),
    pin: () => messageActions.pin(message),
    copyText: () => messageActions.copyText(message),
    copyLink: () => messageActions.copyLink(message),
    markUnread: () => room.markUnread?.(message),
    delete: () => messageActions.remove(message),
  };
  handlers[action]();
}
