import type { Language } from "../languages.ts";
import type { FlowEffect } from "./effects.ts";
import type { TurnEvent } from "./events.ts";
import type { Flow } from "./flow.ts";
import { runFlowTurn } from "./run.ts";
import type { FlowSession, SavedFlowReference, SessionAtBlockStart } from "./session.ts";

/** A stored turn of a session: an event, and what the bot did after the event. */
export interface StoredTurn {
  readonly number: number;
  readonly event: TurnEvent;
  readonly effects: readonly FlowEffect[];
  /**
   * The saved versions of the flows that ran in the turn, in order: first the session's own flow, then the flows to
   * which it jumped, or the story of a phrase.
   */
  readonly ran: readonly SavedFlowReference[];
}

type SessionValues = Pick<FlowSession, "variables" | "tags">;

/** A step of a replay: one block that ran in a turn. If no block ran in the turn, the step is the whole turn. */
export interface ReplayStep {
  /** The index of the step's turn in the list of the session's turns. */
  readonly turnIndex: number;
  /** The saved version of the story that ran in the step. Null if no story ran in the turn. */
  readonly savedFlow: SavedFlowReference | null;
  readonly block_id: string | null;
  readonly effects: readonly FlowEffect[];
  /** The session's variables and tags before and after the step. Null: the replay cannot compute them. */
  readonly valuesBefore: SessionValues | null;
  readonly valuesAfter: SessionValues | null;
}

/**
 * What reacted to the visitor in a turn of the session.
 *
 * - `story`: the story that the session runs.
 * - `phrase`: a phrase, with a text, an article or a story.
 * - `nothing`: no block waited for the message, and no phrase fits.
 * - `none`: no story had begun, for example for the message that opens a conversation on an outside platform.
 * - `people`: people talk to the visitor, so the bot did not look at the message.
 * - `outside`: the turn is a broadcast, people answered on the platform itself, or the visitor chose another language.
 * - `lost`: a save that the turn needs was deleted. The steps then show only the stored effects.
 */
export type AnswerSource = "story" | "phrase" | "nothing" | "none" | "people" | "outside" | "lost";

type TurnStep = Omit<ReplayStep, "turnIndex">;
export interface TurnReplayResult {
  readonly answerSource: AnswerSource;
  readonly sessionAfter: FlowSession | null;
  readonly steps: readonly TurnStep[];
}

interface TurnFlows {
  /** The flows that ran in the turn, in the same order as the turn's `ran`. */
  readonly flows: readonly Flow[];
  readonly languages: readonly Language[];
}

/** Replays one turn of a session. `session` is the session before the turn. */
export function replayTurn(turn: StoredTurn, session: FlowSession, turnFlows: TurnFlows): TurnReplayResult {
  const { event, effects, ran } = turn;
  /**
   * Returns the result of a turn in which no block of a story ran. It has one step with the stored effects of the whole
   * turn.
   */
  const createTurnWithoutBlocks = (source: AnswerSource, sessionAfter: FlowSession): TurnReplayResult => ({
    answerSource: source,
    sessionAfter,
    steps: [
      {
        savedFlow: ran[0] ?? null,
        block_id: null,
        effects,
        valuesBefore: session,
        valuesAfter: sessionAfter,
      },
    ],
  });
  // Broadcasts, and phrases that send a text, increase the turn number too. Otherwise two timers could get the same
  // token.
  const sessionAfterTurn = { ...session, turn: session.turn + 1 };
  if (event.type === "broadcast") return createTurnWithoutBlocks("outside", sessionAfterTurn);
  if (event.type === "echo") return createTurnWithoutBlocks("outside", session);
  if (event.type === "language")
    return createTurnWithoutBlocks("outside", { ...session, language: event.language });
  if (ran.length === 0)
    return createTurnWithoutBlocks(session.state.kind === "new" ? "none" : "people", session);
  const { state } = session;
  const eventWithReplayToken =
    // The stored token of a timer or response is the server's turn number. The replay may have other turn numbers, so
    // the token is replaced by the one that the replayed session waits for.
    (event.type === "timer" || event.type === "response") && "token" in state
      ? { ...event, token: state.token }
      : event;
  const storyTurn = runStoriesOfTurn(turn, 0, session, eventWithReplayToken, turnFlows);
  if (storyTurn.sessionAfter !== session || event.type !== "message")
    return { answerSource: "story", ...storyTurn };
  // The cases below are messages for which no block of the story waited.
  if (effects.length === 0) return createTurnWithoutBlocks("nothing", session);
  if (ran.length === 1) return createTurnWithoutBlocks("phrase", sessionAfterTurn);
  const sessionBeforeStory: FlowSession = { ...session, state: { kind: "new" } };
  return {
    answerSource: "phrase",
    ...runStoriesOfTurn(turn, 1, sessionBeforeStory, { type: "start", today: event.today }, turnFlows),
  };
}

type RunnerEvent = Parameters<typeof runFlowTurn>[2];

/** Runs an event in the flow `flows[firstFlowIndex]`, and then in each flow to which the story jumps. */
function runStoriesOfTurn(
  { ran }: StoredTurn,
  firstFlowIndex: number,
  sessionBefore: FlowSession,
  event: RunnerEvent,
  { flows, languages }: TurnFlows,
): { sessionAfter: FlowSession; steps: TurnStep[] } {
  const steps: TurnStep[] = [];
  let session = sessionBefore;
  let nextEvent = event;
  for (let flowIndex = firstFlowIndex; ; flowIndex++) {
    const flow = flows[flowIndex];
    if (!flow) {
      // The story wanted to jump to a flow that was switched off, deleted or not published. So the story ended.
      const endedSession: FlowSession = { ...session, state: { kind: "ended" } };
      const lastStep = steps.pop();
      if (lastStep)
        steps.push({
          ...lastStep,
          effects: [...lastStep.effects, { type: "end" }],
          valuesAfter: endedSession,
        });
      return { sessionAfter: endedSession, steps };
    }
    const blockStarts: SessionAtBlockStart[] = [];
    const result = runFlowTurn({ flow, languages }, session, nextEvent, (start) => blockStarts.push(start));
    if (result.session === session) return { sessionAfter: session, steps };
    steps.push(...createSteps(ran[flowIndex] ?? null, blockStarts, session, result));
    session = result.session;
    if (session.state.kind !== "jumping") return { sessionAfter: session, steps };
    nextEvent = { type: "start", today: event.today };
  }
}

function createSteps(
  savedFlow: SavedFlowReference | null,
  stepStarts: readonly SessionAtBlockStart[],
  session: FlowSession,
  result: ReturnType<typeof runFlowTurn>,
): TurnStep[] {
  if (stepStarts.length === 0)
    return [
      {
        savedFlow,
        block_id: null,
        effects: result.effects,
        valuesBefore: session,
        valuesAfter: result.session,
      },
    ];
  return stepStarts.map((start, index) => {
    const nextStart = stepStarts[index + 1];
    return {
      savedFlow,
      block_id: start.block_id,
      effects: result.effects.slice(start.turnEffectCount, nextStart?.turnEffectCount),
      // The runner sets the initial values of the variables before it runs the first block of a story. The first step
      // shows the session from before these values were set.
      valuesBefore: index === 0 ? session : start,
      valuesAfter: nextStart ?? result.session,
    };
  });
}

/** Returns the steps of a turn that cannot be computed again: one step for each block with stored effects. */
export function createStepsFromEffects({ effects, ran }: StoredTurn): TurnStep[] {
  const steps: TurnStep[] = [];
  let flowIndex = 0;
  for (const effect of effects) {
    const lastStep = steps.at(-1);
    const block_id = "block_id" in effect ? effect.block_id : (lastStep?.block_id ?? null);
    const savedFlow = ran[flowIndex] ?? null;
    if (lastStep && lastStep.block_id === block_id && lastStep.savedFlow === savedFlow)
      steps.splice(-1, 1, { ...lastStep, effects: [...lastStep.effects, effect] });
    else steps.push({ savedFlow, block_id, effects: [effect], valuesBefore: null, valuesAfter: null });
    if (effect.type === "jump") flowIndex++;
  }
  return steps.length > 0
    ? steps
    : [{ savedFlow: ran[0] ?? null, block_id: null, effects: [], valuesBefore: null, valuesAfter: null }];
}
