import type { FlowEffect } from "@kakehashi/contract/flows/effects";
import type { FlowEvent } from "@kakehashi/contract/flows/events";
import { type FlowTurnResult, type FlowWithLanguages, runFlowTurn } from "@kakehashi/contract/flows/run";
import type { FlowSession } from "@kakehashi/contract/flows/session";

/** A story, and the saved version of it that a session runs. */
export interface RunningFlowVersion {
  readonly flowId: string;
  readonly version: FlowWithLanguages;
}

/**
 * Runs one event in a story, and then the stories to which it jumps. `findRunningFlow` returns the version of the story to jump
 * to, or null to end the run. The loop always ends, because each jump counts as a block, and only a limited number of
 * blocks may run after one event.
 */
export async function runEvent<P extends RunningFlowVersion>(
  runningFlow: P,
  session: FlowSession,
  event: FlowEvent,
  findRunningFlow: (flowId: string) => Promise<P | null>,
): Promise<FlowTurnResult & { place: P }> {
  let currentPlace = runningFlow;
  let result = runFlowTurn(currentPlace.version, session, event);
  const effects: FlowEffect[] = [...result.effects];
  while (result.session.state.kind === "jumping") {
    const target = await findRunningFlow(result.session.state.flow_id);
    if (!target) {
      effects.push({ type: "end" });
      return { place: currentPlace, effects, session: { ...result.session, state: { kind: "ended" } } };
    }
    currentPlace = target;
    result = runFlowTurn(currentPlace.version, result.session, { type: "start", today: event.today });
    effects.push(...result.effects);
  }
  return { place: currentPlace, effects, session: result.session };
}
