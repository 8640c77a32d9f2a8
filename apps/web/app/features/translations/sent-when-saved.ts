import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";

/**
 * Whether a message to a customer on Messenger or Zalo waits for its translation into a language. Saving the
 * translation then sends the message. The page around the editor provides this value.
 */
export const IsSentWhenSavedContext = createContext<(messageId: string, language: Language) => boolean>(
  () => false,
);
