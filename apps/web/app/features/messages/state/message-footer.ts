import type { Message } from "@kakehashi/contract/messages";
import { type ComponentType, createContext } from "react";

/**
 * A component that is rendered below each message, in chats that show more about a message. Null shows nothing. The
 * component must stay the same while a chat is shown.
 */
export const MessageFooterContext = createContext<ComponentType<{ message: Message }> | null>(null);
