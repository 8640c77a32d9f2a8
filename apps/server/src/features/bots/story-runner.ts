import type { FlowEffect } from "@kakehashi/contract/flows/effects";
import type { FlowEvent } from "@kakehashi/contract/flows/events";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { FlowSession, SavedFlowReference } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { answerByPhrase } from "./phrase-answer.ts";
import type { Phrases } from "./phrases.ts";
import { type RunningFlowVersion, runEvent } from "./run-event.ts";
import * as store from "./session-store.ts";
import * as startStore from "./start-store.ts";

/**
 * Maximum number of published stories that stay in memory, so that a visitor's message does not need to read a whole
 * story from the database. A published version never changes.
 */
const maximumCachedFlows = 200;

type RunningSavedFlow = RunningFlowVersion & { readonly save: SavedFlowReference };

/** What a bot does after an event (`effects`), and the state of the session after it. */
export interface StoryRunResult {
  readonly savedFlowAfterRun: SavedFlowReference | null;
  readonly session: FlowSession;
  readonly effects: readonly FlowEffect[];
  /** The saved versions of stories that ran for this event. */
  readonly flowsThatRan: SavedFlowReference[];
}

/** Computes what a bot does after an event, without storing anything. `createTurns` stores the result. */
export function createStoryRunner(phrases: Pick<Phrases, "findMatching">) {
  const flows = new LRUCache<string, Flow>({ max: maximumCachedFlows });

  /** Returns what is needed to run an event: the published version of a story, and the bot's languages. */
  async function findRunningFlow(
    executor: Kysely<DB>,
    savePlace: SavedFlowReference,
    botLanguages: readonly Language[],
  ): Promise<RunningSavedFlow> {
    const key = `${savePlace.flow_id} ${savePlace.save_number}`;
    const flow = flows.get(key) ?? (await startStore.findSavedFlow(executor, savePlace));
    if (!flow) throw createNotFoundError();
    flows.set(key, flow);
    return { flowId: savePlace.flow_id, save: savePlace, version: { flow, languages: botLanguages } };
  }

  /**
   * Returns the story's answer to an event. If the story does not answer, returns the answer of a phrase. If no phrase
   * answers either, the session stays unchanged.
   */
  async function answerByStoryOrPhrase(
    tx: Kysely<DB>,
    session: store.SessionRow,
    event: FlowEvent,
  ): Promise<StoryRunResult> {
    const { bot_id, languages, state } = session;
    const savePlace = store.toSavedFlowReference(session);
    // While people answer the visitor, the story does not get the visitor's messages.
    if (!savePlace || (session.is_paused && event.type === "message"))
      return { savedFlowAfterRun: savePlace, session: state, effects: [], flowsThatRan: [] };
    const executedSaves: SavedFlowReference[] = [savePlace];
    const runningFlow = await findRunningFlow(tx, savePlace, languages);
    const findFlow = async (flowId: string): Promise<RunningSavedFlow | null> => {
      const target = await startStore.findJumpTarget(tx, bot_id, flowId);
      if (!target) return null;
      executedSaves.push(target);
      return findRunningFlow(tx, target, languages);
    };
    let result = await runEvent(runningFlow, state, event, findFlow);
    if (result.session === state && event.type === "message")
      result =
        (await answerByPhrase(tx, phrases, {
          place: runningFlow,
          session: state,
          event,
          botId: bot_id,
          languages,
          find: findFlow,
        })) ?? result;
    return {
      savedFlowAfterRun: result.place.save,
      session: result.session,
      effects: result.effects,
      flowsThatRan: executedSaves,
    };
  }

  return { runningFlowOf: findRunningFlow, answerByStoryOrPhrase };
}
