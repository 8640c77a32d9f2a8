import type { Language } from "../languages.ts";
import type { BlockOf, FlowBlock, FlowItem } from "./blocks.ts";
import { maximumShownText, textLimits } from "./limits.ts";
import type { FlowEffect, Said } from "./session.ts";
import { cut, expand, type FlowTexts, textIn } from "./texts.ts";

export type Question = BlockOf<"card" | "choices" | "ask">;

interface VoiceParts {
  readonly language: Language;
  readonly languages: readonly Language[];
  lookUp(name: string): string | undefined;
  add(effect: FlowEffect): void;
}

/** The items that a visitor can press under a question's text. */
const repliesOf = (block: Question): readonly FlowItem[] => {
  if (block.type === "choices") return block.items;
  return block.type === "ask" && block.answer.kind === "choice" ? block.answer.items : [];
};

/** Says a flow's texts in the visitor's language, with the variables put in. */
export function createVoice({ language, languages, lookUp, add }: VoiceParts) {
  const filled = (text: string) => expand(text, lookUp, maximumShownText);
  const spoken = (texts: FlowTexts) => filled(textIn(texts, language, languages));
  const label = ({ label }: FlowItem) => cut(spoken(label), 2 * textLimits.label);
  const inAddress = (address: string) => expand(address, lookUp, maximumShownText, encodeURIComponent);
  const say = ({ id }: FlowBlock, message: Said) => add({ type: "say", block_id: id, message });

  function text(block: FlowBlock, texts: FlowTexts, items: readonly FlowItem[] = []): void {
    const shown = spoken(texts);
    if (shown.trim() === "" && items.length === 0) return;
    say(block, {
      kind: "text",
      text: shown,
      replies: items.map((item) => ({ id: item.id, label: label(item) })),
    });
  }

  const card = (block: BlockOf<"card">): Said => ({
    kind: "card",
    title: spoken(block.title),
    text: spoken(block.text),
    image: block.image ? inAddress(block.image) : null,
    buttons: block.buttons.map((button) => ({
      id: button.id,
      label: label(button),
      address: button.address === null ? null : inAddress(button.address),
    })),
  });

  function question(block: Question): void {
    if (block.type === "card") say(block, card(block));
    else text(block, block.text, repliesOf(block));
  }

  return {
    text,
    question,
    /** After an answer that was refused: the retry text, or the question again where there is none. */
    retry(block: Question): void {
      if (spoken(block.retry).trim() === "") question(block);
      else text(block, block.retry, repliesOf(block));
    },
    /** A picture or a file whose address is still missing is left out. */
    media(block: BlockOf<"image" | "file">): void {
      const address = inAddress(block.address);
      if (address === "") return;
      if (block.type === "image")
        say(block, { kind: "image", address, description: spoken(block.description) });
      else say(block, { kind: "file", address, name: filled(block.name) });
    },
  };
}
