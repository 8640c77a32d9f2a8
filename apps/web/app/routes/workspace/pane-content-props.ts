import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import type { ChatReader } from "../../features/messages/door.ts";

export interface PaneContentProps {
  conversation: Conversation;
  reader: Omit<ChatReader, "role">;
  /** The value of the query parameter that opens the pane. */
  paramValue: string;
  /** The id of the message in the page's address. */
  linkedMessageId: string | null;
  onMessageOfOtherChat: (message: Message) => void;
  close: () => void;
}
