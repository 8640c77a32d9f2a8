import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";

/**
 * Says whether a message waits for its translation into this language, and is then sent to somebody on an outside
 * platform. The page around an editor knows it.
 */
export const SentWhenSavedContext = createContext<(messageId: string, language: Language) => boolean>(
  () => false,
);
