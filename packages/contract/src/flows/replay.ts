import type { Language } from "../languages.ts";
import type { FlowEffect } from "./effects.ts";
import type { Flow } from "./flow.ts";
import {
  type AnswerSource,
  createStepsFromEffects,
  type ReplayStep,
  replayTurn,
  type StoredTurn,
  type TurnReplayResult,
} from "./replay-turn.ts";
import { isSameJson } from "./same-json.ts";
import { createFlowSession, type FlowSession, type SavedFlowReference } from "./session.ts";

export interface ReplayedTurnSummary {
  readonly answerSource: AnswerSource;
  /** Whether the replayed result of the turn differs from the stored result. */
  readonly differsFromStored: boolean;
}

export interface SessionReplayResult {
  readonly steps: readonly ReplayStep[];
  /**
   * The replayed results of the session's turns, in order. A turn that cannot be computed again has the source `lost`.
   * The turns from the one that needs `missingSavedFlow` on are missing.
   */
  readonly turns: readonly ReplayedTurnSummary[];
  /** The session after the last replayed turn. Null: the replay cannot compute the session. */
  readonly sessionAfter: FlowSession | null;
  /**
   * The saved version of a story that the caller must load before the replay can continue. Null: nothing needs to be
   * loaded.
   */
  readonly missingSavedFlow: SavedFlowReference | null;
}

interface ReplayInput {
  readonly turns: readonly StoredTurn[];
  /** The language in which the session began. */
  readonly language: Language;
  /** The state with which the session began. Absent or null: the session began empty. */
  readonly firstSession?: FlowSession | null | undefined;
  /** The bot's languages. The first one is the default. */
  readonly languages: readonly Language[];
  /**
   * Returns the flow in a saved version of a story. Undefined: the flow is still loading. Null: the saved version was
   * deleted.
   */
  readonly flowOf: (save: SavedFlowReference) => Flow | null | undefined;
}

/** Replays the stored events of a session with the same runner that serves visitors. */
export function replaySession({
  turns,
  language,
  firstSession,
  languages,
  flowOf,
}: ReplayInput): SessionReplayResult {
  let session: FlowSession | null = firstSession ?? createFlowSession(language);
  const steps: ReplayStep[] = [];
  const replayedTurns: ReplayedTurnSummary[] = [];
  for (const [index, turn] of turns.entries()) {
    const missingSave = turn.ran.find((flowSave) => flowOf(flowSave) === undefined);
    if (missingSave)
      return { steps, turns: replayedTurns, sessionAfter: session, missingSavedFlow: missingSave };
    const flows = turn.ran.flatMap((flowSave) => flowOf(flowSave) ?? []);
    const turnResult: TurnReplayResult =
      session !== null && flows.length === turn.ran.length
        ? replayTurn(turn, session, { flows, languages })
        : { answerSource: "lost", sessionAfter: null, steps: createStepsFromEffects(turn) };
    steps.push(...turnResult.steps.map((turnStep) => ({ ...turnStep, turnIndex: index })));
    const effects = turnResult.steps.flatMap((turnStep) => turnStep.effects);
    replayedTurns.push({
      answerSource: turnResult.answerSource,
      differsFromStored: !isSameJson(resetTokens(effects), resetTokens(turn.effects)),
    });
    session = turnResult.sessionAfter;
  }
  return { steps, turns: replayedTurns, sessionAfter: session, missingSavedFlow: null };
}

/**
 * Whether two sessions have the same variables, tags and state. Ignores the tokens in the states. They are only numbers
 * of turns, which may differ in a replay.
 */
export function isSameSession(thisSession: FlowSession, otherSession: FlowSession): boolean {
  const removeTokens = ({ variables, tags, state }: FlowSession) => ({
    variables: new Map(variables.map(({ name, value }) => [name, value])),
    tags: tags.toSorted(),
    state: { ...state, token: 0 },
  });
  const [a, b] = [removeTokens(thisSession), removeTokens(otherSession)];
  return (
    isSameJson([...a.variables].sort(), [...b.variables].sort()) &&
    isSameJson(a.tags, b.tags) &&
    isSameJson(a.state, b.state)
  );
}

/**
 * Sets the tokens of timers and requests to 0, so that replayed effects can be compared with stored effects. A token is
 * the number of a turn. It may differ in a replay: on an outside platform, a session may continue the turn numbers of
 * an older session, which the replay does not know.
 */
const resetTokens = (effects: readonly FlowEffect[]) =>
  effects.map((effect) => ("token" in effect ? { ...effect, token: 0 } : effect));
