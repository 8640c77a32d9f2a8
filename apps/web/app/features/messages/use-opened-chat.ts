import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { leaveChat, openChat } from "./state/store.ts";

interface Options {
  /** The message that a link points to. */
  linkedId: string | null;
  /**
   * The chat opens at the first message after the one with this `number`. If null, the chat opens at its newest
   * messages.
   */
  openAfterNumber: number | null;
  /** Called when the linked message belongs to another chat. */
  onMessageOfOtherChat: (message: Message) => void;
}

/** Opens a chat when its view appears, and leaves it when the view is closed. */
export function useOpenedChat(
  chatKey: string,
  { linkedId, openAfterNumber, onMessageOfOtherChat }: Options,
): void {
  const reportOtherChat = useEffectEvent(onMessageOfOtherChat);
  const open = useEffectEvent((messageId: string | null) => openChat(chatKey, messageId, openAfterNumber));
  // Open the chat before the browser paints. Otherwise other messages that are already loaded could be shown for a
  // moment.
  useLayoutEffect(() => {
    let isCurrent = true;
    void open(linkedId).then((otherMessage) => {
      if (!isCurrent || !otherMessage) return;
      reportOtherChat(otherMessage);
      // The linked message opens in another pane. The present chat stays open beside that pane.
      void openChat(chatKey);
    });
    return () => {
      isCurrent = false;
    };
  }, [chatKey, linkedId]);
  useEffect(() => () => leaveChat(chatKey), [chatKey]);
}
