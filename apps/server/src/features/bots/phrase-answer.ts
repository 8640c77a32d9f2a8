import type { FlowEffect, SaidMessage } from "@kakehashi/contract/flows/effects";
import type { FlowEvent } from "@kakehashi/contract/flows/events";
import type { FlowSession } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { findArticle } from "./article-store.ts";
import { addBotMessage, createCardMessage, createTextMessage } from "./bot-messages.ts";
import type { Phrases } from "./phrases.ts";
import { type RunningFlowVersion, runEvent } from "./run-event.ts";

interface PhraseAnswer<P extends RunningFlowVersion> {
  readonly session: FlowSession;
  readonly effects: readonly FlowEffect[];
  readonly place: P;
}

interface PhraseAnswerInput<P extends RunningFlowVersion> {
  readonly place: P;
  readonly session: FlowSession;
  readonly event: Extract<FlowEvent, { type: "message" }>;
  readonly botId: string;
  /** The bot's languages. The first one is the default. */
  readonly languages: readonly Language[];
  /** Returns the published version of a story. Returns null if the story is switched off, deleted or not published. */
  find(flowId: string): Promise<P | null>;
}

/** Whether agents answer the visitor. The bot says nothing then. */
const isHandedOver = ({ state }: FlowSession): boolean => state.kind === "handed_over";

/**
 * Answers a message that no block waits for, with the first phrase that fits the message. Skips phrases whose story is
 * switched off or deleted. Returns null if no phrase fits.
 */
export async function answerByPhrase<P extends RunningFlowVersion>(
  tx: Kysely<DB>,
  phrases: Pick<Phrases, "findMatching">,
  answerInput: PhraseAnswerInput<P>,
): Promise<PhraseAnswer<P> | null> {
  const { session, event, botId, find } = answerInput;
  if (isHandedOver(session)) return null;
  for (const { id, target } of await phrases.findMatching(tx, botId, event.text)) {
    if (target.kind === "story") {
      const storyToRun = await find(target.flow_id);
      if (!storyToRun) continue;
      const restartedSession: FlowSession = { ...session, state: { kind: "new" } };
      return runEvent(storyToRun, restartedSession, { type: "start", today: event.today }, find);
    }
    const message: SaidMessage | null =
      target.kind === "answer"
        ? createTextMessage(target.text, answerInput)
        : await findArticleMessage(tx, target.article_id, answerInput);
    if (message) return { place: answerInput.place, ...addBotMessage(session, id, message) };
  }
  return null;
}

async function findArticleMessage(
  tx: Kysely<DB>,
  id: string,
  answerInput: PhraseAnswerInput<RunningFlowVersion>,
): Promise<SaidMessage | null> {
  const article = await findArticle(tx, answerInput.botId, id);
  return article ? createCardMessage(article, answerInput) : null;
}
