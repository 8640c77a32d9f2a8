import type { Language } from "../languages.ts";
import type { BlockOf, FlowBlock, FlowItem } from "./blocks.ts";
import { maximumShownTextLength, textLimits } from "./limits.ts";
import type { FlowEffect, SaidMessage } from "./session.ts";
import { formatVariableValue } from "./shown-value.ts";
import { cutText, type FlowTexts, fillPlaceholders, textInLanguage } from "./texts.ts";

export type QuestionBlock = BlockOf<"card" | "choices" | "ask">;

interface MessageWriterOptions {
  readonly language: Language;
  readonly languages: readonly Language[];
  lookUp(name: string): string | undefined;
  add(effect: FlowEffect): void;
}

/**
 * The text that a visitor gets if a story ends early because of a mistake in the story. Its authors cannot change this
 * text.
 */
const faultTexts: Readonly<Record<Language, string>> = {
  en: "Sorry, something went wrong, and this chat cannot go on.",
  vi: "Xin lỗi, đã có lỗi xảy ra nên cuộc trò chuyện không thể tiếp tục.",
  ja: "申し訳ありません。問題が発生したため、このチャットを続けられません。",
};

/** Returns the quick replies that a visitor can press below a question. */
const repliesOf = (block: QuestionBlock): readonly FlowItem[] => {
  if (block.type === "choices") return block.items;
  return block.type === "ask" && block.answer.kind === "choice" ? block.answer.items : [];
};

/**
 * Creates functions that build the bot's messages in the visitor's language, with variables filled in, and pass them to
 * `add`.
 */
export function createMessageWriter({ language, languages, lookUp, add }: MessageWriterOptions) {
  const fillVariables = (text: string) =>
    fillPlaceholders(text, lookUp, maximumShownTextLength, (value) => formatVariableValue(value, language));
  const textForVisitor = (texts: FlowTexts) => fillVariables(textInLanguage(texts, language, languages));
  const labelText = ({ label }: FlowItem) => cutText(textForVisitor(label), 2 * textLimits.label);
  const fillAddress = (address: string) =>
    fillPlaceholders(address, lookUp, maximumShownTextLength, encodeURIComponent);
  const say = ({ id }: FlowBlock, message: SaidMessage) => add({ type: "say", block_id: id, message });

  function sayText(block: FlowBlock, texts: FlowTexts, items: readonly FlowItem[] = []): void {
    const shownText = textForVisitor(texts);
    if (shownText.trim() === "" && items.length === 0) return;
    say(block, {
      kind: "text",
      text: shownText,
      replies: items.map((item) => ({ id: item.id, label: labelText(item) })),
    });
  }

  const cardMessage = (block: BlockOf<"card">): SaidMessage => ({
    kind: "card",
    title: textForVisitor(block.title),
    text: textForVisitor(block.text),
    image: block.image ? fillAddress(block.image) : null,
    buttons: block.buttons.map((button) => ({
      id: button.id,
      label: labelText(button),
      address: button.address === null ? null : fillAddress(button.address),
    })),
  });

  function askQuestion(block: QuestionBlock): void {
    if (block.type === "card") say(block, cardMessage(block));
    else sayText(block, block.text, repliesOf(block));
  }

  return {
    text: sayText,
    question: askQuestion,
    /** Tells the visitor that the story cannot continue. */
    fault: (blockId: string): void =>
      add({
        type: "say",
        block_id: blockId,
        message: { kind: "text", text: faultTexts[language], replies: [] },
      }),
    /** Sends the block's retry text after a refused answer. If there is no retry text, repeats the question. */
    retry(block: QuestionBlock): void {
      if (textForVisitor(block.retry).trim() === "") askQuestion(block);
      else sayText(block, block.retry, repliesOf(block));
    },
    /** Sends the picture or file of a block. Does nothing if its URL is empty. */
    media(block: BlockOf<"image" | "file">): void {
      const address = fillAddress(block.address);
      if (address === "") return;
      if (block.type === "image")
        say(block, { kind: "image", address, description: textForVisitor(block.description) });
      else say(block, { kind: "file", address, name: fillVariables(block.name) });
    },
  };
}
