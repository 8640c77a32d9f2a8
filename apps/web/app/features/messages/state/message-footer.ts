import type { Message } from "@kakehashi/contract/messages";
import { type ComponentType, createContext } from "react";

/**
 * What stands at the end of each message's row, in chats that have more to say of a message. Null: nothing. The component
 * must stay the same while a chat is shown.
 */
export const MessageFooterContext = createContext<ComponentType<{ message: Message }> | null>(null);
