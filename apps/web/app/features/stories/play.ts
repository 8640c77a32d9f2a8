import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Language } from "@kakehashi/contract/languages";
import type { FlowEffect } from "@kakehashi/contract/schemas/flows/effects";
import type { FlowEvent } from "@kakehashi/contract/schemas/flows/events";
import { runFlowTurn } from "@kakehashi/contract/schemas/flows/run";
import { createFlowSession, type FlowSession } from "@kakehashi/contract/schemas/flows/session";
import { dateVariableNamesOf, isDateQuestion } from "./date-answers.ts";

// This file loads the story runner and its schemas, which are large. So only the preview may import it.

export interface PreviewedTurn {
  readonly event: FlowEvent;
  readonly effects: readonly FlowEffect[];
  /** Whether the visitor's message answers a question for a date. */
  readonly isAnswerToDateQuestion: boolean;
}

export interface PreviewedConversation {
  readonly turns: readonly PreviewedTurn[];
  readonly session: FlowSession;
  /** The id of the story that is running at the end of the preview. */
  readonly currentStoryId: string;
  /** The preview stops at a jump to this story, because its draft is not loaded yet. Null if no draft is missing. */
  readonly unloadedStoryId: string | null;
  /** The names of the variables that store answers to questions for a date, from all stories in the preview. */
  readonly dateVariableNames: readonly string[];
}

interface PlayOptions {
  readonly storyId: string;
  readonly languages: readonly Language[];
  readonly language: Language;
  readonly events: readonly FlowEvent[];
  /** Returns the draft of a story. Undefined while the draft is loading, null if there is none. */
  readonly findDraft: (storyId: string) => Flow | null | undefined;
}

/**
 * Plays all events of the preview from the beginning, with the same story runner as for visitors. It is called again
 * after each change of the draft, so that the preview shows the present story.
 */
export function playStory({
  storyId,
  languages,
  language,
  events,
  findDraft,
}: PlayOptions): PreviewedConversation {
  let currentStoryId = storyId;
  let session = createFlowSession(language);
  const turns: PreviewedTurn[] = [];
  const playedFlows = new Set<Flow>();
  const buildPlayedConversation = (missingStoryId: string | null): PreviewedConversation => ({
    turns,
    session,
    currentStoryId,
    unloadedStoryId: missingStoryId,
    dateVariableNames: dateVariableNamesOf(playedFlows),
  });
  for (const event of events) {
    const effects: FlowEffect[] = [];
    const { state } = session;
    const currentFlow = findDraft(currentStoryId);
    const isDateAnswer =
      event.type === "message" &&
      state.kind === "asking" &&
      !!currentFlow &&
      isDateQuestion(currentFlow, state.block_id);
    let nextEvent: FlowEvent = event;
    for (;;) {
      const flow = findDraft(currentStoryId);
      if (flow === undefined) return buildPlayedConversation(currentStoryId);
      if (flow === null) {
        effects.push({ type: "end" });
        session = { ...session, state: { kind: "ended" } };
        break;
      }
      playedFlows.add(flow);
      const stepResult = runFlowTurn({ flow, languages }, session, nextEvent);
      effects.push(...stepResult.effects);
      session = stepResult.session;
      if (session.state.kind !== "jumping") break;
      // This loop always ends, because the runner limits the number of blocks after one event, and each jump to another
      // story counts as a block.
      currentStoryId = session.state.flow_id;
      nextEvent = { type: "start", today: event.today };
    }
    turns.push({ event, effects, isAnswerToDateQuestion: isDateAnswer });
  }
  return buildPlayedConversation(null);
}
