import type { Language } from "@kakehashi/contract/languages";
import { type ComponentType, createContext } from "react";

export interface ComposerNoteProps {
  /** The language of the text that is being written. */
  readonly textLanguage: Language;
  /** Whether a machine translates what is written. Undefined: not known yet. */
  readonly hasMachine: boolean | undefined;
}

/**
 * The note below the composer, in chats that need to say more before a text is sent. The component must stay
 * the same while a chat is shown.
 */
export const ComposerNoteContext = createContext<ComponentType<ComposerNoteProps> | null>(null);
