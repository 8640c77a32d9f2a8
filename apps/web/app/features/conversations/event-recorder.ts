import type { Conversation } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { applyEventToList, type ConversationListReader } from "./list.ts";

/**
 * Records the live events that arrive while a request runs. The response may be older than these events, so they are
 * applied to the response afterwards.
 */
export class EventsDuringRequestRecorder {
  readonly recordings = new Set<LiveEvent[]>();

  record(event: LiveEvent): void {
    for (const events of this.recordings) events.push(event);
  }

  async recordDuring<T>(request: () => Promise<T>): Promise<{ value: T; events: readonly LiveEvent[] }> {
    const events: LiveEvent[] = [];
    this.recordings.add(events);
    try {
      return { value: await request(), events };
    } finally {
      this.recordings.delete(events);
    }
  }
}

/**
 * Applies the recorded live events to the response of a request. `staleIds` are the ids of conversations that must be
 * fetched again.
 */
export function applyRecordedEvents(
  fetchedConversations: readonly Conversation[],
  events: readonly LiveEvent[],
  reader: ConversationListReader,
): { list: readonly Conversation[]; staleIds: ReadonlySet<string> } {
  const staleIds = new Set<string>();
  const list = events.reduce((currentList, event) => {
    const change = applyEventToList(currentList, event, reader);
    if (change.staleId) staleIds.add(change.staleId);
    return change.list;
  }, fetchedConversations);
  return { list, staleIds };
}
