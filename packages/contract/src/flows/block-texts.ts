import type { Language } from "../languages.ts";
import type { FlowBlock } from "./blocks.ts";
import { type BotPlatform, platformLimits } from "./limits.ts";
import type { PartialTextsByLanguage } from "./texts.ts";

/** The kinds of block texts for which a platform has a length limit. */
export type LimitedTextKind = Exclude<keyof (typeof platformLimits)["WEB"], "replies" | "buttons">;

/**
 * A text of a block that visitors read. `field` is the path of the text, made of item ids. So it stays valid when the
 * items are reordered.
 */
export interface BlockText {
  readonly field: string;
  readonly texts: PartialTextsByLanguage;
  readonly kind: LimitedTextKind;
}

type TextReplacer = (text: BlockText) => PartialTextsByLanguage;

/** Returns a copy of the block in which `change` has replaced each text. */
export function mapBlockTexts(block: FlowBlock, change: TextReplacer): FlowBlock {
  const changeText = (field: string, texts: PartialTextsByLanguage, kind: LimitedTextKind = "text") =>
    change({ field, texts, kind });
  const changeLabels = <Item extends { id: string; label: PartialTextsByLanguage }>(
    path: string,
    items: readonly Item[],
    kind: LimitedTextKind,
  ): Item[] =>
    items.map((item) => ({ ...item, label: changeText(`${path}.${item.id}.label`, item.label, kind) }));
  switch (block.type) {
    case "text":
    case "handoff":
      return { ...block, text: changeText("text", block.text) };
    case "image":
      return { ...block, description: changeText("description", block.description) };
    case "card":
      return {
        ...block,
        title: changeText("title", block.title, "cardTitle"),
        text: changeText("text", block.text, "cardText"),
        buttons: changeLabels("buttons", block.buttons, "buttonLabel"),
        retry: changeText("retry", block.retry),
      };
    case "choices":
      return {
        ...block,
        text: changeText("text", block.text),
        items: changeLabels("items", block.items, "replyLabel"),
        retry: changeText("retry", block.retry),
      };
    case "ask": {
      const { answer } = block;
      return {
        ...block,
        text: changeText("text", block.text),
        answer:
          answer.kind === "choice"
            ? { ...answer, items: changeLabels("items", answer.items, "replyLabel") }
            : answer,
        retry: changeText("retry", block.retry),
      };
    }
    default:
      return block;
  }
}

/** Returns the texts of a block that visitors read, in the order in which the bot sends them. */
export function listTextsOfBlock(block: FlowBlock): BlockText[] {
  const blockTexts: BlockText[] = [];
  mapBlockTexts(block, (text) => {
    blockTexts.push(text);
    return text.texts;
  });
  return blockTexts;
}

/** Returns a copy of the block in which the text of one field in one language is replaced. */
export const replaceBlockText = (
  block: FlowBlock,
  field: string,
  language: Language,
  content: string,
): FlowBlock =>
  mapBlockTexts(block, (text) =>
    text.field === field ? { ...text.texts, [language]: content } : text.texts,
  );

/** Returns the length limit for texts of this kind on these platforms: the lowest one, and the platform that has it. */
export function findLowestTextLimit(
  textKind: LimitedTextKind,
  platforms: readonly BotPlatform[],
): { readonly maximum: number; readonly platform: BotPlatform } {
  let lowestLimit: { maximum: number; platform: BotPlatform } = {
    maximum: platformLimits.WEB[textKind],
    platform: "WEB",
  };
  for (const platform of platforms) {
    const maximum = platformLimits[platform][textKind];
    if (maximum < lowestLimit.maximum) lowestLimit = { maximum, platform };
  }
  return lowestLimit;
}
