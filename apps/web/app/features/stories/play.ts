import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Language } from "@kakehashi/contract/languages";
import { step } from "@kakehashi/contract/schemas/flows/run";
import {
  type FlowEffect,
  type FlowEvent,
  type FlowSession,
  newSession,
} from "@kakehashi/contract/schemas/flows/session";

// The runner is imported with its schemas, one of which it asks. They load with the preview alone.

export interface PlayedTurn {
  readonly event: FlowEvent;
  readonly effects: readonly FlowEffect[];
}

export interface Played {
  readonly turns: readonly PlayedTurn[];
  readonly session: FlowSession;
  /** The story that the conversation is in now. */
  readonly storyId: string;
  /** A story that a jump leads to and whose draft is not there yet. The play ends before it. */
  readonly missingStory: string | null;
}

interface Parts {
  readonly storyId: string;
  readonly languages: readonly Language[];
  readonly language: Language;
  readonly events: readonly FlowEvent[];
  /** The draft of a story; undefined while it is not loaded, null where there is none. */
  readonly draftOf: (storyId: string) => Flow | null | undefined;
}

/**
 * Plays events from the beginning, with the runner that visitors get. It is played anew after each change of the draft,
 * so the preview always shows what the story says now.
 */
export function play({ storyId, languages, language, events, draftOf }: Parts): Played {
  let at = storyId;
  let session = newSession(language);
  const turns: PlayedTurn[] = [];
  for (const event of events) {
    const effects: FlowEffect[] = [];
    let next: FlowEvent = event;
    for (;;) {
      const flow = draftOf(at);
      if (flow === undefined) return { turns, session, storyId: at, missingStory: at };
      if (flow === null) {
        effects.push({ type: "end" });
        session = { ...session, state: { kind: "ended" } };
        break;
      }
      const result = step({ flow, languages }, session, next);
      effects.push(...result.effects);
      session = result.session;
      if (session.state.kind !== "jumping") break;
      // Each jump is a block, and the runner counts them over all stories, so this ends.
      at = session.state.flow_id;
      next = { type: "start", today: event.today };
    }
    turns.push({ event, effects });
  }
  return { turns, session, storyId: at, missingStory: null };
}
