import type { BotTextState } from "@kakehashi/contract/bot-texts";
import { type BlockText, textsOfBlock } from "@kakehashi/contract/flows/block-texts";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Language } from "@kakehashi/contract/languages";

export interface Story {
  readonly id: string;
  readonly name: string;
  readonly flow: Flow;
}

/** The place of a text: its story, its block, and its field there. */
export interface Place {
  readonly flow_id: string;
  readonly block_id: string;
  readonly field: string;
}

/** A text of a story with its place. */
export interface PlacedText extends Place, Pick<BlockText, "texts" | "kind"> {
  readonly storyName: string;
  readonly blockType: string;
  readonly group: string;
}

/** What a translator last wrote for a text, and from which text. */
export interface Made {
  readonly source_language: Language | null;
  readonly source: string | null;
  readonly target: string | null;
}

/** A text in one language, and the text to translate it from. */
export interface Standing {
  readonly state: BotTextState;
  readonly source_language: Language;
  readonly source: string;
  readonly target: string;
  readonly earlier_source: string | null;
}

/** Returns the texts of a story in its order. */
export function textsOfStory({ id, name, flow }: Story): PlacedText[] {
  return flow.groups.flatMap(({ title, blocks }) =>
    blocks.flatMap((block) =>
      textsOfBlock(block).map(({ field, texts, kind }) => ({
        flow_id: id,
        block_id: block.id,
        field,
        texts,
        kind,
        storyName: name,
        blockType: block.type,
        group: title,
      })),
    ),
  );
}

const isWritten = (text: string | undefined): text is string => text !== undefined && text.trim() !== "";

/**
 * Returns the state of a text in one language. Null if no other language has the text, so there is nothing to translate.
 *
 * The source is the bot's first language that has the text. A text that a translator wrote is outdated as soon as the
 * one that they read is another. If an editor has changed the translation since, it is theirs, and nobody knows what it
 * says.
 */
export function standingOf(
  { texts }: Pick<PlacedText, "texts">,
  language: Language,
  languages: readonly Language[],
  made: Made | undefined,
): Standing | null {
  const from = languages.find((one) => one !== language && isWritten(texts[one]));
  if (!from) return null;
  const given = texts[language];
  const source = texts[from] ?? "";
  if (!isWritten(given))
    return { state: "MISSING", source_language: from, source, target: "", earlier_source: null };
  const wasFrom = made?.source_language;
  const present = wasFrom ? texts[wasFrom] : undefined;
  const isOutdated = made?.target === given && isWritten(present) && present !== made.source;
  if (wasFrom && isOutdated)
    return {
      state: "OUTDATED",
      source_language: wasFrom,
      source: present,
      target: given,
      earlier_source: made.source,
    };
  return { state: "DONE", source_language: from, source, target: given, earlier_source: null };
}

export const keyOf = ({ flow_id, block_id, field }: Place, language: Language): string =>
  `${flow_id} ${block_id} ${field} ${language}`;
