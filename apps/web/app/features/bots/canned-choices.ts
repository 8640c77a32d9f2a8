import type { CannedAnswer } from "@kakehashi/contract/bot-canned";
import { type FilledCannedAnswer, fillCannedAnswer } from "@kakehashi/contract/canned-values";
import type { Language } from "@kakehashi/contract/languages";
import { formatVisitorName } from "@kakehashi/contract/shown-visitor-name";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { createVariableFormatter } from "./variable-text.ts";

/** The menu of canned answers shows at most this many entries. */
const maximumChoices = 7;

export interface TypedShortcut {
  /** The part of a canned answer's shortcut that was typed after the slash. */
  readonly shortcutText: string;
  /** The position of the slash in the text. */
  readonly start: number;
}

/**
 * Matches a slash at the beginning of a line, followed by a shortcut. Japanese input methods type a full-width slash.
 */
const shortcutPattern = /(?:^|\n)([/／]([^\s/／]{0,30}))$/u;

/**
 * Returns the shortcut that somebody is typing before the caret. Null if there is no slash at the beginning of the
 * line.
 */
export function findTypedShortcut(text: string, caret: number): TypedShortcut | null {
  const match = shortcutPattern.exec(text.slice(Math.max(0, caret - 40), caret));
  const [, typedText = "", search = ""] = match ?? [];
  return match && { shortcutText: search, start: caret - typedText.length };
}

export interface CannedAnswerChoice extends FilledCannedAnswer {
  readonly id: string;
  readonly shortcut: string;
  readonly language: Language;
  /**
   * The text of the canned answer in the agent's own language, to be shown beside `text`. Null if `text` is already in
   * that language, or if the canned answer has no text in that language.
   */
  readonly textInAgentLanguage: { readonly text: string; readonly language: Language } | null;
}

export interface CannedAnswerContext {
  readonly visitor: { readonly name: string; readonly language: Language | null };
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /**
   * The names of the variables that hold a visitor's answer to a question for a date. Their values are shown as dates.
   */
  readonly dateVariableNames: readonly string[];
  readonly agentName: string;
  readonly agentLanguage: Language;
  readonly bot: { readonly name: string; readonly languages: readonly Language[] };
}

/**
 * Returns the canned answers that match the typed text. Answers whose shortcut begins with that text come first. Each
 * answer is in the visitor's language, if it has a text in that language. Its placeholders are replaced by values of
 * the chat.
 */
export function findCannedAnswers(
  cannedAnswers: readonly CannedAnswer[],
  search: string,
  context: CannedAnswerContext,
): CannedAnswerChoice[] {
  const normalizedSearch = normalizeForSearch(search);
  const rankOfAnswer = ({ shortcut, text }: CannedAnswer): number => {
    const name = normalizeForSearch(shortcut);
    if (name.startsWith(normalizedSearch)) return 0;
    if (name.includes(normalizedSearch)) return 1;
    return Object.values(text).some(
      (languageText) => languageText && normalizeForSearch(languageText).includes(normalizedSearch),
    )
      ? 2
      : 3;
  };
  return cannedAnswers
    .map((cannedAnswer) => ({ answer: cannedAnswer, rank: rankOfAnswer(cannedAnswer) }))
    .filter(({ rank: answerRank }) => answerRank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maximumChoices)
    .map(({ answer }) => toCannedAnswerChoice(answer, context));
}

function toCannedAnswerChoice(
  { id, shortcut, text }: CannedAnswer,
  talk: CannedAnswerContext,
): CannedAnswerChoice {
  const { visitor, agentLanguage, bot } = talk;
  const hasTextInLanguage = (language: Language) => (text[language] ?? "").trim() !== "";
  const preferredLanguages: readonly Language[] = [
    ...(visitor.language ? [visitor.language] : []),
    agentLanguage,
    ...bot.languages,
    "en",
    "vi",
    "ja",
  ];
  const language = preferredLanguages.find(hasTextInLanguage) ?? agentLanguage;
  const fillText = (textLanguage: Language) =>
    fillCannedAnswer(text[textLanguage] ?? "", createPlaceholderLookUp(talk, textLanguage));
  const hasAgentText = language !== agentLanguage && hasTextInLanguage(agentLanguage);
  return {
    id,
    shortcut,
    language,
    ...fillText(language),
    textInAgentLanguage: hasAgentText
      ? { text: fillText(agentLanguage).text, language: agentLanguage }
      : null,
  };
}

/**
 * Returns a function that looks up the value of a placeholder in a canned answer. It formats the value for `language`.
 */
function createPlaceholderLookUp(
  { visitor, variables, dateVariableNames, agentName, bot }: CannedAnswerContext,
  language: Language,
) {
  const formatVariable = createVariableFormatter({ date_variables: dateVariableNames }, language, "long");
  return (name: string): string | undefined => {
    switch (name) {
      case "visitor":
        return formatVisitorName(visitor.name, visitor.language ?? "en");
      case "agent":
        return agentName;
      case "bot":
        return bot.name;
      default: {
        const variable = variables.find((namedVariable) => namedVariable.name === name);
        return variable && formatVariable(variable);
      }
    }
  };
}
