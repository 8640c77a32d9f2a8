import { type RunVersion, type StepResult, step } from "@kakehashi/contract/flows/run";
import type { FlowEffect, FlowEvent, FlowSession } from "@kakehashi/contract/flows/session";

/** The story that a session is in, and the version that it runs. */
export interface Place {
  readonly flowId: string;
  readonly version: RunVersion;
}

/**
 * Runs one event, and the stories that it jumps to. `find` returns the version of another story, or null if it cannot
 * run now; then the flow ends. The loop ends, because each jump counts as a block and the runner limits the blocks of a
 * turn.
 */
export async function runEvent<P extends Place>(
  place: P,
  session: FlowSession,
  event: FlowEvent,
  find: (flowId: string) => Promise<P | null>,
): Promise<StepResult & { place: P }> {
  let at = place;
  let result = step(at.version, session, event);
  const effects: FlowEffect[] = [...result.effects];
  while (result.session.state.kind === "jumping") {
    const target = await find(result.session.state.flow_id);
    if (!target) {
      effects.push({ type: "end" });
      return { place: at, effects, session: { ...result.session, state: { kind: "ended" } } };
    }
    at = target;
    result = step(at.version, result.session, { type: "start", today: event.today });
    effects.push(...result.effects);
  }
  return { place: at, effects, session: result.session };
}
