import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { idPattern, type TranslationListFilter, translationListAddressParametersOf } from "./desk-address.ts";

/**
 * Identifies a text of a bot: the story, article, phrase, canned answer or broadcast that contains it, and the field in
 * it.
 */
export interface BotTextPlace {
  readonly container_id: string;
  readonly field: string;
}

/**
 * What the address of the translators' page opens: a bot, the language into which its texts are translated, and one of
 * its texts.
 */
export interface BotTextsLocation {
  readonly botId: string;
  readonly targetLanguage: Language;
  /** The open text. Undefined until the reader has chosen one; the first text of the list is open until then. */
  readonly openTextPlace?: BotTextPlace | undefined;
}

/** In the address of a bot's text, this word stands where the address of a message has the message's id. */
export const botTextsPathSegment = "bot";

const isFieldName = (text: string | null): text is string => text !== null && /^[\w.-]{1,170}$/.test(text);

/** Reads from an address which bot's texts are open. Undefined if the address names no bot. */
export function parseBotTextsLocation(address: URLSearchParams): BotTextsLocation | undefined {
  const [botId, to] = [address.get("bot"), address.get("to")];
  if (botId === null || !idPattern.test(botId) || !isLanguage(to)) return undefined;
  const [container_id, field] = [address.get("in"), address.get("field")];
  const hasPlace = container_id !== null && idPattern.test(container_id) && isFieldName(field);
  return { botId, targetLanguage: to, openTextPlace: hasPlace ? { container_id, field } : undefined };
}

/**
 * Returns the address of the translators' page with the list that `filter` selects, and with the texts of a bot open
 * beside it.
 */
export function botTextPathOf(
  { botId, targetLanguage, openTextPlace }: BotTextsLocation,
  filter: TranslationListFilter,
): string {
  const search = new URLSearchParams([
    ["bot", botId],
    ["to", targetLanguage],
    ...(openTextPlace
      ? [["in", openTextPlace.container_id] as const, ["field", openTextPlace.field] as const]
      : []),
    ...translationListAddressParametersOf(filter),
  ] as [string, string][]);
  return `/translations/${botTextsPathSegment}?${search}`;
}

export const isSameBotTextPlace = (a: BotTextPlace | undefined, b: BotTextPlace | undefined): boolean =>
  a?.container_id === b?.container_id && a?.field === b?.field;
