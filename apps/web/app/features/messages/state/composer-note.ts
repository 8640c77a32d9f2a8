import type { Language } from "@kakehashi/contract/languages";
import { type ComponentType, createContext } from "react";

export interface ComposerNoteProps {
  /** The language of the text that is being written. */
  readonly textLanguage: Language;
  /** Whether a machine translates what is written. Undefined: not known yet. */
  readonly hasMachine: boolean | undefined;
}

/**
 * What stands below the composer beside who reads, in chats that have more to say before something is sent. The component
 * must stay the same while a chat is shown.
 */
export const ComposerNoteContext = createContext<ComponentType<ComposerNoteProps> | null>(null);
