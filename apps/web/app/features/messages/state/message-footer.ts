import type { Message } from "@kakehashi/contract/messages";
import { type ComponentType, createContext } from "react";

/**
 * A component below each message, for chats that show additional information there. Null for none. While a chat is
 * open, it must stay the same component.
 */
export const MessageFooterContext = createContext<ComponentType<{ message: Message }> | null>(null);
