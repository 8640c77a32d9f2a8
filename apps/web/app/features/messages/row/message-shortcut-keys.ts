import type { Message } from "@kakehashi/contract/messages";
import type { KeyboardEvent } from "react";
import type { ChatActions } from "../state/chat-context.ts";
import type { useMessageActions } from "../state/use-message-actions.ts";
import { type ImmediateMessageAction, listAvailableActions, runAction } from "./message-actions.ts";

/** The keys that act on the focused message, in the order of the shortcut list. */
export const messageShortcutKeys = {
  r: "reply",
  e: "edit",
  t: "mark",
  p: "pin",
  q: "quote",
  l: "copyLink",
  u: "markUnread",
  Delete: "delete",
} as const satisfies Readonly<Record<string, ImmediateMessageAction>>;

interface MessageKeyContext {
  messages: readonly Message[];
  room: ChatActions;
  messageActions: ReturnType<typeof useMessageActions>;
}

/**
 * When Tab moves the focus into the list, moves it to the newest visible message. The browser would focus the first
 * rendered message and scroll to it. This runs when the key is released, so that Shift+Tab can still leave the list.
 */
export function focusNewestMessageOnTab({
  key,
  shiftKey,
  target,
  currentTarget: list,
}: KeyboardEvent<HTMLElement>): void {
  if (key !== "Tab" || shiftKey || target !== list) return;
  const { bottom } = list.getBoundingClientRect();
  const messageElements = [...list.querySelectorAll<HTMLElement>("[data-message]")];
  const lastFullyVisibleMessage = messageElements.findLast(
    (item) => item.getBoundingClientRect().bottom <= bottom,
  );
  const nextFocusedMessage =
    lastFullyVisibleMessage ?? messageElements.find((item) => item.getBoundingClientRect().bottom > bottom);
  nextFocusedMessage?.focus({ preventScroll: true });
}

/** The arrow keys move between messages. Other keys run the shortcuts of the focused message. */
export function onMessageKey(
  event: KeyboardEvent<HTMLElement>,
  { messages, room, messageActions }: MessageKeyContext,
): void {
  const target = event.target as HTMLElement;
  if (!target.matches("[data-message]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const indexChange = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (indexChange !== undefined) {
    const messageElements = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-message]")];
    const nextFocusTarget = messageElements[messageElements.indexOf(target) + indexChange];
    if (!nextFocusTarget) return;
    event.preventDefault();
    nextFocusTarget.focus();
    nextFocusTarget.scrollIntoView({ block: "nearest" });
    return;
  }
  const action: ImmediateMessageAction | undefined =
    messageShortcutKeys[event.key as keyof typeof messageShortcutKeys];
  const id = target.closest("article")?.id.replace("message-", "");
  const message = messages.find((candidate) => candidate.id === id);
  if (!action || !message) return;
  if (!listAvailableActions(message, room).includes(action)) return;
  event.preventDefault();
  runAction(action, message, { room, messageActions });
}
