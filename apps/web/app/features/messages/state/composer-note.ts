import type { Language } from "@kakehashi/contract/languages";
import { type ComponentType, createContext } from "react";

export interface ComposerNoteProps {
  readonly composedTextLanguage: Language;
  /** Whether a machine will translate the text. Undefined while this is unknown. */
  readonly hasMachine: boolean | undefined;
}

/**
 * The component that a chat shows below the composer, or null for none. It may say what happens to the text after
 * sending. While a chat is open, it must stay the same component.
 */
export const ComposerNoteContext = createContext<ComponentType<ComposerNoteProps> | null>(null);
