import type { BotArticleBody } from "@kakehashi/contract/bot-articles";
import { maximumShownText } from "@kakehashi/contract/flows/limits";
import type { FlowEffect, FlowSession, Said } from "@kakehashi/contract/flows/session";
import { expand, type FlowTexts, textIn } from "@kakehashi/contract/flows/texts";
import type { Language } from "@kakehashi/contract/languages";

/** For whom a text is written. */
interface Listener {
  readonly session: Pick<FlowSession, "language" | "variables">;
  /** The bot's languages. The first one is the default. */
  readonly languages: readonly Language[];
}

function textFor(texts: FlowTexts, { session, languages }: Listener): string {
  const lookUp = (name: string) => session.variables.find((one) => one.name === name)?.value;
  return expand(textIn(texts, session.language, languages), lookUp, maximumShownText);
}

/** Returns a text as one visitor gets it: in their language and with their values. */
export const saidText = (texts: FlowTexts, listener: Listener): Said => ({
  kind: "text",
  text: textFor(texts, listener),
  replies: [],
});

/** The same for an article. */
export const saidCard = (
  { title, text, image, buttons }: Pick<BotArticleBody, "title" | "text" | "image" | "buttons">,
  listener: Listener,
): Said => ({
  kind: "card",
  title: textFor(title, listener),
  text: textFor(text, listener),
  image,
  buttons: buttons.map(({ id, label, address }) => ({ id, label: textFor(label, listener), address })),
});

/**
 * Says something outside of the story, which stays where it is. Counts a turn like a block that says something, so that
 * an earlier timer's token is never used again. `id`: what says it.
 */
export const sayOnce = (session: FlowSession, id: string, message: Said) => ({
  session: { ...session, turn: session.turn + 1 },
  effects: [{ type: "say", block_id: id, message }] satisfies FlowEffect[],
});
