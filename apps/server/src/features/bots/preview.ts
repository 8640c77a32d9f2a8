import type { Bot } from "@kakehashi/contract/bots";
import type { FlowEffect } from "@kakehashi/contract/flows/effects";
import type { FlowEvent } from "@kakehashi/contract/flows/events";
import type { FlowSession } from "@kakehashi/contract/flows/session";
import { createFlowSession } from "@kakehashi/contract/flows/session";
import { maximumListBytes } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import type { Executor } from "../../kit/db/database.ts";
import { bytesInJson } from "../../kit/http/list-bytes.ts";
import { findFlow } from "./flow-store.ts";
import { type RunningFlowVersion, runEvent } from "./run-event.ts";

export interface FlowPreviewResult {
  turns: { effects: FlowEffect[] }[];
  session: FlowSession;
}

/**
 * Runs events in the draft of a story, for a preview. Stops before an event whose effects would make the response too
 * large.
 */
export async function previewFlow(
  db: Executor,
  { id, languages }: Bot,
  runningFlow: RunningFlowVersion,
  { language, events }: { language: Language; events: readonly FlowEvent[] },
): Promise<FlowPreviewResult> {
  const drafts = new Map<string, RunningFlowVersion | null>([[runningFlow.flowId, runningFlow]]);
  const findRunningFlow = async (flowId: string): Promise<RunningFlowVersion | null> => {
    const knownFlow = drafts.get(flowId);
    if (knownFlow !== undefined) return knownFlow;
    const flow = await findFlow(db, id, flowId);
    const foundFlow = flow ? { flowId, version: { flow: flow.draft, languages } } : null;
    drafts.set(flowId, foundFlow);
    return foundFlow;
  };
  let currentFlow = runningFlow;
  let session = createFlowSession(language);
  let bytes = 0;
  const turns: FlowPreviewResult["turns"] = [];
  for (const event of events) {
    const result = await runEvent(currentFlow, session, event, findRunningFlow);
    bytes += bytesInJson(result.effects) + 20;
    if (bytes > maximumListBytes) break;
    currentFlow = result.place;
    session = result.session;
    turns.push({ effects: [...result.effects] });
  }
  return { turns, session };
}
