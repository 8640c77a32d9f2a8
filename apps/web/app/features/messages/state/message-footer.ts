import type { Message } from "@kakehashi/contract/messages";
import { type ComponentType, createContext } from "react";

/**
 * A component below each message, for chats that show additional information there. Null for none. The same component
 * must be returned while a chat is open.
 */
export const MessageFooterContext = createContext<ComponentType<{ message: Message }> | null>(null);
