import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { leaveChat, openChat } from "./state/store.ts";

interface Options {
  /** The message that a link points to. */
  linkedId: string | null;
  /** Opens the chat at the first message after the one with this `number`. Null opens it at the newest messages. */
  openAfterNumber: number | null;
  /** Called when the linked message belongs to another chat. */
  onMessageOfOtherChat: (message: Message) => void;
}

/** Opens a chat while its view is shown, and leaves it afterwards. */
export function useOpenedChat(
  chatKey: string,
  { linkedId, openAfterNumber, onMessageOfOtherChat }: Options,
): void {
  const reportOtherChat = useEffectEvent(onMessageOfOtherChat);
  const open = useEffectEvent((messageId: string | null) => openChat(chatKey, messageId, openAfterNumber));
  // Open the chat before the browser paints, because the messages that are already loaded may not be the ones to show
  // first.
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
