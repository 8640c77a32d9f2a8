import { type RunVersion, type StepResult, step } from "@kakehashi/contract/flows/run";
import type { FlowEffect, FlowEvent, FlowSession } from "@kakehashi/contract/flows/session";

/** Where a session is: the story, and what it runs. */
export interface Place {
  readonly flowId: string;
  readonly version: RunVersion;
}

/**
 * Runs one event, through the stories that it jumps to. `find` gives the version of another story, or null where it does
 * not answer: the flow ends there. Each jump is a block, and the runner counts them over all stories, so it ends.
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
