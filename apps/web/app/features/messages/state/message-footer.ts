import type { Message } from "@kakehashi/contract/messages";
import { type ComponentType, createContext } from "react";

/**
 * The footer of each message's row, in chats that show more about a message. Null: nothing. The component
 * must stay the same while a chat is shown.
 */
export const MessageFooterContext = createContext<ComponentType<{ message: Message }> | null>(null);
