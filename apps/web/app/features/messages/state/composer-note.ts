import type { Language } from "@kakehashi/contract/languages";
import { type ComponentType, createContext } from "react";

export interface ComposerNoteProps {
  /** The language of the text that is being written. */
  readonly textLanguage: Language;
  /** Whether a machine translates what is written. Undefined while this is not known. */
  readonly hasMachine: boolean | undefined;
}

/**
 * The component for the note below the composer, or null. Some chats use it to say what happens to a text that is sent.
 * The component must stay the same while a chat is shown.
 */
export const ComposerNoteContext = createContext<ComponentType<ComposerNoteProps> | null>(null);
