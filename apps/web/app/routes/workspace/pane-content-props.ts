import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import type { ChatReader } from "../../features/messages/door.ts";

export interface PaneContentProps {
  conversation: Conversation;
  reader: Omit<ChatReader, "roomRole">;
  /** The value of the query parameter that opens the pane. */
  paramValue: string;
  /** The id of the message in the page's address. */
  linkedMessageId: string | null;
  onLinkToOtherChat: (message: Message) => void;
  close: () => void;
}
