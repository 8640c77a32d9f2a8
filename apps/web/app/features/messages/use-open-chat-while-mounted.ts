import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { closeChat, openChat } from "./state/open-chat.ts";

interface OpenedChatOptions {
  /** The id of the message that the page's link points to. Null without such a link. */
  linkedMessageId: string | null;
  /**
   * The chat opens at the first message whose `number` is greater than this. Null opens the chat at its newest
   * messages.
   */
  openAfterNumber: number | null;
  /** Called when the linked message belongs to another chat. */
  onLinkToOtherChat: (message: Message) => void;
}

/** Opens a chat when its view appears, and leaves it when the view is closed. */
export function useOpenChatWhileMounted(
  chatKey: string,
  { linkedMessageId, openAfterNumber, onLinkToOtherChat }: OpenedChatOptions,
): void {
  const reportOtherChat = useEffectEvent(onLinkToOtherChat);
  const openCurrentChat = useEffectEvent((messageId: string | null) =>
    openChat(chatKey, messageId, openAfterNumber),
  );
  // Open the chat before the browser paints, because other loaded messages would otherwise be visible for a moment.
  useLayoutEffect(() => {
    let isStillCurrent = true;
    void openCurrentChat(linkedMessageId).then((otherMessage) => {
      if (!isStillCurrent || !otherMessage) return;
      reportOtherChat(otherMessage);
      // The linked message belongs to a thread, which opens in a pane. The present chat stays open beside it.
      void openChat(chatKey);
    });
    return () => {
      isStillCurrent = false;
    };
  }, [chatKey, linkedMessageId]);
  useEffect(() => () => closeChat(chatKey), [chatKey]);
}
