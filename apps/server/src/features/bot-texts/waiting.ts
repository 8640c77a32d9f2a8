import type { BotTextContainerKind, BotTextState } from "@kakehashi/contract/bot-texts";
import type { BlockText } from "@kakehashi/contract/flows/block-texts";
import type { Language } from "@kakehashi/contract/languages";

/**
 * Identifies a text: the id of the story, article, phrase, canned answer or broadcast that contains it, and its field
 * there.
 */
export interface FieldLocation {
  readonly container_id: string;
  readonly field: string;
}

/** Identifies one text in one language: by its bot, its container, its field, and the language. */
export interface TextReference extends FieldLocation {
  readonly botId: string;
  readonly language: Language;
}

/** The story, article, phrase, canned answer or broadcast that contains a text. */
export interface ContainerOfText {
  readonly kind: BotTextContainerKind;
  readonly id: string;
  readonly name: string;
}

/** A text of a bot in all its languages, with the container and the field that hold it. */
export interface MultilingualBotText extends FieldLocation, Pick<BlockText, "texts" | "kind"> {
  readonly container: ContainerOfText;
  readonly blockType: string;
  readonly groupTitle: string;
  /** The text's own storage limit in UTF-16 code units, if it is lower than the storage limit of the text's kind. */
  readonly maximum?: number;
  /**
   * Whether the text belongs to a broadcast that has begun or was cancelled. Nobody can translate such a text any more.
   */
  readonly isClosedForTranslation?: boolean;
}

/** The last translation of a text by a translator: the original (`source`) and the translated text (`target`). */
export interface LastTranslationTexts {
  readonly source_language: Language | null;
  readonly source: string | null;
  readonly target: string | null;
}

/** The state of a text in one language: the text itself (`target`), and the text to translate it from (`source`). */
export interface TextTranslationState {
  readonly state: BotTextState;
  readonly source_language: Language;
  readonly source: string;
  readonly target: string;
  readonly earlier_source: string | null;
}
const hasText = (text: string | undefined): text is string => text !== undefined && text.trim() !== "";

/**
 * Returns the state of a text in one language. Null if no other language has the text, so that there is nothing to
 * translate. The source is the bot's first other language that has the text. A translation is outdated if the text from
 * which the translator made it has changed. The source is then the language of that text. If an editor has changed the
 * translation itself, it counts as the editor's text and cannot be outdated, because its source is unknown.
 */
export function textTranslationStateOf(
  { texts }: Pick<MultilingualBotText, "texts">,
  language: Language,
  languages: readonly Language[],
  lastTranslation: LastTranslationTexts | undefined,
): TextTranslationState | null {
  const sourceLanguage = languages.find(
    (otherLanguage) => otherLanguage !== language && hasText(texts[otherLanguage]),
  );
  if (!sourceLanguage) return null;
  const currentText = texts[language];
  const source = texts[sourceLanguage] ?? "";
  if (!hasText(currentText))
    return { state: "MISSING", source_language: sourceLanguage, source, target: "", earlier_source: null };
  const earlierSourceLanguage = lastTranslation?.source_language;
  const currentSourceText = earlierSourceLanguage ? texts[earlierSourceLanguage] : undefined;
  const isOutdated =
    lastTranslation?.target === currentText &&
    hasText(currentSourceText) &&
    currentSourceText !== lastTranslation.source;
  if (earlierSourceLanguage && isOutdated)
    return {
      state: "OUTDATED",
      source_language: earlierSourceLanguage,
      source: currentSourceText,
      target: currentText,
      earlier_source: lastTranslation.source,
    };
  return {
    state: "DONE",
    source_language: sourceLanguage,
    source,
    target: currentText,
    earlier_source: null,
  };
}

export const createTextKey = ({ container_id, field }: FieldLocation, language: Language): string =>
  `${container_id} ${field} ${language}`;
