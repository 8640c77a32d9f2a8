import type { Language } from "../languages.ts";
import type { AnswerOption } from "./answer-checks.ts";
import type { BlockOf, FlowBlock } from "./blocks.ts";
import type { FlowEffect, SaidMessage } from "./effects.ts";
import { flowTextLimits, maximumFilledTextLength } from "./limits.ts";
import { formatVariableValue } from "./shown-value.ts";
import {
  chooseTextInLanguage,
  fillPlaceholders,
  keepStartOfText,
  type PartialTextsByLanguage,
} from "./texts.ts";

export type QuestionBlock = BlockOf<"card" | "choices" | "ask">;

interface MessageWriterOptions {
  readonly language: Language;
  readonly languages: readonly Language[];
  lookUp(name: string): string | undefined;
  add(effect: FlowEffect): void;
}

/**
 * The text that a visitor gets if a story ends early because of a mistake in the story. The story's authors cannot
 * change this text.
 */
const faultTexts: Readonly<Record<Language, string>> = {
  en: "Sorry, something went wrong, and this chat cannot go on.",
  vi: "Xin lỗi, đã có lỗi xảy ra nên cuộc trò chuyện không thể tiếp tục.",
  ja: "申し訳ありません。問題が発生したため、このチャットを続けられません。",
};

/** Returns the quick replies that a visitor can press below a question. */
const listReplies = (block: QuestionBlock): readonly AnswerOption[] => {
  if (block.type === "choices") return block.items;
  return block.type === "ask" && block.answer.kind === "choice" ? block.answer.items : [];
};

/**
 * Creates functions that build the bot's messages in the visitor's language, with variables filled in, and pass them to
 * `add`.
 */
export function createMessageWriter({ language, languages, lookUp, add }: MessageWriterOptions) {
  const fillVariables = (text: string) =>
    fillPlaceholders(text, lookUp, maximumFilledTextLength, (value) => formatVariableValue(value, language));
  const fillTextForVisitor = (texts: PartialTextsByLanguage) =>
    fillVariables(chooseTextInLanguage(texts, language, languages));
  const fillLabelText = ({ label }: AnswerOption) =>
    keepStartOfText(fillTextForVisitor(label), 2 * flowTextLimits.label);
  const fillAddress = (address: string) =>
    fillPlaceholders(address, lookUp, maximumFilledTextLength, encodeURIComponent);
  const addMessage = ({ id }: FlowBlock, message: SaidMessage) => add({ type: "say", block_id: id, message });

  function sayText(
    block: FlowBlock,
    texts: PartialTextsByLanguage,
    items: readonly AnswerOption[] = [],
  ): void {
    const shownText = fillTextForVisitor(texts);
    if (shownText.trim() === "" && items.length === 0) return;
    addMessage(block, {
      kind: "text",
      text: shownText,
      replies: items.map((item) => ({ id: item.id, label: fillLabelText(item) })),
    });
  }

  const createCardMessage = (block: BlockOf<"card">): SaidMessage => ({
    kind: "card",
    title: fillTextForVisitor(block.title),
    text: fillTextForVisitor(block.text),
    image: block.image ? fillAddress(block.image) : null,
    buttons: block.buttons.map((button) => ({
      id: button.id,
      label: fillLabelText(button),
      address: button.address === null ? null : fillAddress(button.address),
    })),
  });

  function askQuestion(block: QuestionBlock): void {
    if (block.type === "card") addMessage(block, createCardMessage(block));
    else sayText(block, block.text, listReplies(block));
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
      if (fillTextForVisitor(block.retry).trim() === "") askQuestion(block);
      else sayText(block, block.retry, listReplies(block));
    },
    /** Sends the picture or file of a block. Does nothing if its URL is empty. */
    media(block: BlockOf<"image" | "file">): void {
      const address = fillAddress(block.address);
      if (address === "") return;
      if (block.type === "image")
        addMessage(block, { kind: "image", address, description: fillTextForVisitor(block.description) });
      else addMessage(block, { kind: "file", address, name: fillVariables(block.name) });
    },
  };
}
