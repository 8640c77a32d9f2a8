import type { TranslationUnit } from "@kakehashi/contract/translations";
import type { Reader } from "../auth/reader.ts";

type Speaker = Pick<Reader, "languages">;
type Pair = Pick<TranslationUnit, "language"> & { message: Pick<TranslationUnit["message"], "language"> };

/** Whether the reader may write this translation. */
export const knowsBoth = ({ languages }: Speaker, { message, language }: Pair): boolean =>
  languages.includes(message.language) && languages.includes(language);

/**
 * Whether a unit of the queue is one that nobody can translate who translates in its room. The queue has no others
 * that its reader cannot translate (decision 75).
 */
export const isBeyondAll = (reader: Speaker, unit: Pair & { conversation: { kind: string } }): boolean =>
  unit.conversation.kind === "SUPPORT" && !knowsBoth(reader, unit);
