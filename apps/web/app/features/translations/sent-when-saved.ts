import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";

/**
 * Whether a message to somebody on an outside platform waits for its translation into a language, and is sent once
 * the translation is saved. The page around an editor provides the answer.
 */
export const SentWhenSavedContext = createContext<(messageId: string, language: Language) => boolean>(
  () => false,
);
