import type { Flow } from "@kakehashi/contract/flows/flow";
import type { FlowEffect, FlowEvent, FlowSession, SavePlace } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { answerByPhrase } from "./phrase-answer.ts";
import type { Phrases } from "./phrases.ts";
import { type RunningFlow, runEvent } from "./run-event.ts";
import * as store from "./session-store.ts";
import * as startStore from "./start-store.ts";

/**
 * Maximum number of published stories that stay in memory, so that a visitor's message does not need to read a whole
 * story from the database. A published version never changes.
 */
const maximumCachedFlows = 200;

type RunningSavedFlow = RunningFlow & { readonly save: SavePlace };

/** What a bot does after an event (`effects`), and the state of the session after it. */
export interface StoryAnswer {
  readonly save: SavePlace | null;
  readonly session: FlowSession;
  readonly effects: readonly FlowEffect[];
  /** The saved versions of stories that ran for this event. */
  readonly ran: SavePlace[];
}

/** Computes what a bot does after an event, without storing anything. `createTurns` stores the result. */
export function createStoryAnswers(phrases: Pick<Phrases, "findMatching">) {
  const flows = new LRUCache<string, Flow>({ max: maximumCachedFlows });

  /** Returns what is needed to run an event: the published version of a story, and the bot's languages. */
  async function runningFlowOf(
    executor: Kysely<DB>,
    save: SavePlace,
    botLanguages: readonly Language[],
  ): Promise<RunningSavedFlow> {
    const key = `${save.flow_id} ${save.save_number}`;
    const flow = flows.get(key) ?? (await startStore.findSavedFlow(executor, save));
    if (!flow) throw notFound();
    flows.set(key, flow);
    return { flowId: save.flow_id, save, version: { flow, languages: botLanguages } };
  }

  /**
   * Returns the story's answer to an event. If the story does not answer, returns the answer of a phrase. If no phrase
   * answers either, the session stays unchanged.
   */
  async function answerByStoryOrPhrase(
    tx: Kysely<DB>,
    session: store.SessionRow,
    event: FlowEvent,
  ): Promise<StoryAnswer> {
    const { bot_id, languages, state } = session;
    const save = store.runningSaveOf(session);
    // While people answer the visitor, the story does not get the visitor's messages.
    if (!save || (session.is_paused && event.type === "message"))
      return { save, session: state, effects: [], ran: [] };
    const executedSaves: SavePlace[] = [save];
    const place = await runningFlowOf(tx, save, languages);
    const findFlow = async (flowId: string): Promise<RunningSavedFlow | null> => {
      const target = await startStore.findJumpTarget(tx, bot_id, flowId);
      if (!target) return null;
      executedSaves.push(target);
      return runningFlowOf(tx, target, languages);
    };
    let result = await runEvent(place, state, event, findFlow);
    if (result.session === state && event.type === "message")
      result =
        (await answerByPhrase(tx, phrases, {
          place,
          session: state,
          event,
          botId: bot_id,
          languages,
          find: findFlow,
        })) ?? result;
    return { save: result.place.save, session: result.session, effects: result.effects, ran: executedSaves };
  }

  return { runningFlowOf, answerByStoryOrPhrase };
}
