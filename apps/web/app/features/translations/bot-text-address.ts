import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { isId } from "./desk-address.ts";

/** The place of a text in the stories of a bot. */
export interface BotTextPlace {
  readonly flow_id: string;
  readonly block_id: string;
  readonly field: string;
}

/** A bot whose texts somebody translates into a language, and the open text. */
export interface OpenBotTexts {
  readonly botId: string;
  readonly to: Language;
  /** Undefined until a text is chosen: the first one is open then. */
  readonly place?: BotTextPlace | undefined;
}

/** In the address this stands where a message's id does. */
export const botTextsPage = "bot";

const isPart = (text: string | null): text is string => text !== null && /^[\w.-]{1,90}$/.test(text);

/** Reads the open texts of a bot from an address. Undefined if it names none. */
export function openBotTextsOf(address: URLSearchParams): OpenBotTexts | undefined {
  const [botId, to] = [address.get("bot"), address.get("to")];
  if (botId === null || !isId.test(botId) || !isLanguage(to)) return undefined;
  const [flow_id, block_id, field] = [address.get("story"), address.get("block"), address.get("field")];
  const hasPlace = flow_id !== null && isId.test(flow_id) && isPart(block_id) && isPart(field);
  return { botId, to, place: hasPlace ? { flow_id, block_id, field } : undefined };
}

export function botTextAddress({ botId, to, place }: OpenBotTexts): string {
  const search = new URLSearchParams({
    bot: botId,
    to,
    ...(place && { story: place.flow_id, block: place.block_id, field: place.field }),
  });
  return `/translations/${botTextsPage}?${search}`;
}

export const isSamePlace = (a: BotTextPlace | undefined, b: BotTextPlace | undefined): boolean =>
  a?.flow_id === b?.flow_id && a?.block_id === b?.block_id && a?.field === b?.field;
