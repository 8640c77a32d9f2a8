import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import * as store from "./event-store.ts";
import { computeEventClientId } from "./ids.ts";
import * as people from "./person-store.ts";

/** The result of handling a batch, which has the oldest event of each person. */
export interface BatchResult {
  /**
   * People whose oldest event cannot be handled in the batch, for example because it is more than a plain message or
   * because the bot must answer it.
   */
  readonly peopleToHandleAlone: readonly store.EventSender[];
  /**
   * People whom the batch has left out, because another process handles their events or because their oldest event must
   * wait.
   */
  readonly peopleLeftOut: readonly store.EventSender[];
  /** Sends the live events of the stored changes to the people who are connected. Call it after the commit. */
  publish(): Promise<void>;
}

type TextOnlyEvent = store.UnhandledEvent & {
  readonly event: Extract<store.StoredEvent, { type: "message" }>;
};

/** Whether an event is a message with text and without files or a shared location. */
export const isTextOnly = (unhandledEvent: store.UnhandledEvent): unhandledEvent is TextOnlyEvent =>
  unhandledEvent.event.type === "message" &&
  unhandledEvent.event.attachments.length === 0 &&
  unhandledEvent.event.location === null;

const createPersonKey = (pageId: string, person: string): string => `${pageId} ${person}`;

/**
 * Handles the oldest events of these people in one transaction, but only plain messages in talks that people answer.
 * Most events are such messages. Handling many of them together takes hardly more SQL statements than handling one.
 */
export async function handleEventBatch(
  db: Kysely<DB>,
  { outside }: ChannelDependencies["bots"]["sessions"],
  foundSenders: readonly store.EventSender[],
): Promise<BatchResult> {
  return db.transaction().execute(async (tx) => {
    const oldestEvents = await store.lockOldestEvents(tx, foundSenders);
    const events = new Map(
      oldestEvents
        .filter(isTextOnly)
        .map((textEvent) => [createPersonKey(textEvent.page_id, textEvent.person), textEvent]),
    );
    const { storedKeys, publish } = await storePlainMessages(tx, outside, events);
    const peopleWithLockedEvents = new Set(
      oldestEvents.map(({ page_id, person }) => createPersonKey(page_id, person)),
    );
    const findHandlingState = ({ page_id, person }: store.EventSender) => {
      const key = createPersonKey(page_id, person);
      return storedKeys.has(key) ? "taken" : peopleWithLockedEvents.has(key) ? "alone" : "elsewhere";
    };
    const peopleByState = Map.groupBy(foundSenders, findHandlingState);
    return {
      peopleToHandleAlone: peopleByState.get("alone") ?? [],
      peopleLeftOut: peopleByState.get("elsewhere") ?? [],
      publish,
    };
  });
}

/**
 * Stores the messages of those outside people whom agents answer, and not the bot. Returns the keys of the outside
 * people whose message was stored.
 */
async function storePlainMessages(
  tx: Kysely<DB>,
  outsideSessions: ChannelDependencies["bots"]["sessions"]["outside"],
  events: ReadonlyMap<string, TextOnlyEvent>,
): Promise<{ storedKeys: ReadonlySet<string>; publish: () => Promise<void> }> {
  if (events.size === 0) return { storedKeys: new Set(), publish: async () => {} };
  const personKeys = [...events.values()].map(({ page_id, person }) => ({
    pageId: page_id,
    externalId: person,
  }));
  const peopleWithEvents = (await people.lockUnblockedPeopleHavingSession(tx, personKeys)).flatMap(
    (person) => {
      const event = events.get(createPersonKey(person.page_id, person.external_id));
      return event && person.session_id ? [{ person, event, sessionId: person.session_id }] : [];
    },
  );
  const messagesToStore = peopleWithEvents.map(({ event, sessionId }) => ({
    sessionId,
    message: {
      clientId: computeEventClientId(event),
      text: event.event.text,
      choice: event.event.payload,
      file: null,
    },
  }));
  const { storedSessionIds, publish } = await outsideSessions.receiveEach(tx, messagesToStore);
  const storedPeople = peopleWithEvents.filter(({ sessionId }) => storedSessionIds.has(sessionId));
  if (storedPeople.length > 0) {
    await people.storeLastActs(
      tx,
      storedPeople.map(({ person, event }) => ({ personId: person.id, at: new Date(event.event.at) })),
    );
    await store.markEventsHandled(
      tx,
      storedPeople.map(({ event }) => event.id),
    );
  }
  return {
    storedKeys: new Set(storedPeople.map(({ event }) => createPersonKey(event.page_id, event.person))),
    publish,
  };
}
