import type { BotArticleBody } from "@kakehashi/contract/bot-articles";
import type { FlowEffect, SaidMessage } from "@kakehashi/contract/flows/effects";
import { maximumFilledTextLength } from "@kakehashi/contract/flows/limits";
import type { FlowSession } from "@kakehashi/contract/flows/session";
import { formatVariableValue } from "@kakehashi/contract/flows/shown-value";
import {
  chooseTextInLanguage,
  fillPlaceholders,
  type PartialTextsByLanguage,
} from "@kakehashi/contract/flows/texts";
import type { Language } from "@kakehashi/contract/languages";

/** The visitor to whom the bot writes a text. */
interface TextRecipient {
  readonly session: Pick<FlowSession, "language" | "variables">;
  /** The bot's languages. The first one is the default. */
  readonly languages: readonly Language[];
}

function fillText(texts: PartialTextsByLanguage, { session, languages }: TextRecipient): string {
  const findVariableValue = (name: string) =>
    session.variables.find((sessionVariable) => sessionVariable.name === name)?.value;
  return fillPlaceholders(
    chooseTextInLanguage(texts, session.language, languages),
    findVariableValue,
    maximumFilledTextLength,
    (value) => formatVariableValue(value, session.language),
  );
}

/** Returns a text in the visitor's language, with the visitor's values in place of its variables. */
export const createTextMessage = (texts: PartialTextsByLanguage, recipient: TextRecipient): SaidMessage => ({
  kind: "text",
  text: fillText(texts, recipient),
  replies: [],
});

/** Returns an article in the visitor's language, with the visitor's values in place of its variables. */
export const createCardMessage = (
  { title, text, image, buttons }: Pick<BotArticleBody, "title" | "text" | "image" | "buttons">,
  recipient: TextRecipient,
): SaidMessage => ({
  kind: "card",
  title: fillText(title, recipient),
  text: fillText(text, recipient),
  image,
  buttons: buttons.map(({ id, label, address }) => ({ id, label: fillText(label, recipient), address })),
});

/**
 * Lets the bot say `message` without moving its story. Returns the changed session and the effect that says the
 * message. Raises the session's turn number by one, so that later timers and requests get new tokens.
 * `phraseOrBroadcastId` is the id of the phrase or broadcast to which the message belongs.
 */
export const addBotMessage = (session: FlowSession, phraseOrBroadcastId: string, message: SaidMessage) => ({
  session: { ...session, turn: session.turn + 1 },
  effects: [{ type: "say", block_id: phraseOrBroadcastId, message }] satisfies FlowEffect[],
});
