import { createTaskQueue } from "../../kit/turns.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { createWorkLoop } from "./drain.ts";
import { createEventHandling, type EventHandlingDependencies } from "./event-handling.ts";
import * as store from "./event-store.ts";
import { type BatchResult, handleEventBatch, isTextOnly } from "./together.ts";

/**
 * How many workers handle events at the same time. A worker handles the events of one person, or one batch with the
 * oldest events of several people. The events of the same person are handled one after the other.
 */
const workerCount = 4;
/** Maximum number of people whose oldest events are handled in one transaction. */
const peoplePerBatch = 32;
/** If another process handles a person's events, milliseconds to wait before this process tries that person again. */
const busyPersonWaitMs = 200;
/** Maximum number of events of one person that are handled before another person's events are handled. */
const maximumConsecutiveEvents = 50;
/**
 * How many times a failed event is tried again, after 2, 4, 8 … seconds. After the last try the event is dropped, so
 * that the same person's later events are handled.
 */
const maximumRetries = 10;
/**
 * Seconds to wait before an echo is handled again. A platform may send the echo of our message before the response to
 * our API call, so the echo waits for this response.
 */
const echoWaitSeconds = 0.3;

interface EventIntakeDependencies extends EventHandlingDependencies, Pick<ChannelDependencies, "db" | "log"> {
  /** Wakes the workers that fetch files, after an event has begun to wait for its files. */
  wakeFetching(): void;
}

/**
 * Handles the stored events of platforms, the events of each person in order. Plain messages in talks that people
 * answer are handled together, many in one transaction. Every other event has its own transaction.
 */
export function createStoredEventProcessing({
  db,
  log,
  wakeFetching,
  ...dependencies
}: EventIntakeDependencies) {
  const handleEvent = createEventHandling(dependencies);

  /**
   * Handles a person's oldest event in one transaction. Returns false if the person has no event. Also returns false,
   * unless `isFirstEvent`, for a message that has only text, because a batch can handle it together with events of
   * other people.
   */
  async function handleOldestEvent(person: store.EventSender, isFirstEvent: boolean): Promise<boolean> {
    let unhandledEvent: store.UnhandledEvent | undefined;
    try {
      const publishOrNextStep = await db.transaction().execute(async (tx) => {
        const [oldestEvent] = await store.lockOldestEvents(tx, [person]);
        if (!oldestEvent || (!isFirstEvent && isTextOnly(oldestEvent))) return undefined;
        unhandledEvent = oldestEvent;
        const handlingResult = await handleEvent(tx, unhandledEvent);
        if (handlingResult === "later")
          await store.postponeEvent(tx, unhandledEvent.id, { seconds: echoWaitSeconds, hasFailed: false });
        else if (handlingResult === "files") await store.markEventWaitingForFiles(tx, unhandledEvent.id);
        else await store.markEventsHandled(tx, [unhandledEvent.id]);
        return handlingResult;
      });
      if (publishOrNextStep === "later") setTimeout(workLoop.wake, echoWaitSeconds * 1_000).unref();
      else if (publishOrNextStep === "files") wakeFetching();
      else await publishOrNextStep?.();
    } catch (error) {
      if (!unhandledEvent) throw error;
      await dropOrPostponeEvent(unhandledEvent, error);
    }
    return unhandledEvent !== undefined;
  }

  /** The people whose events this process is handling now. */
  const busyPeople = new Set<store.EventSender>();

  function releasePerson(person: store.EventSender): void {
    busyPeople.delete(person);
    workLoop.wake();
  }

  /**
   * Another process is handling this person's events. Leave the person alone for a moment and handle other people's
   * events.
   */
  const releasePersonLater = (person: store.EventSender) =>
    void setTimeout(() => releasePerson(person), busyPersonWaitMs).unref();

  /**
   * People whose oldest event needs its own transaction, because a batch could not handle the event or the whole batch
   * failed. These people are also in `busyPeople`.
   */
  const peopleToHandleAlone: store.EventSender[] = [];

  /**
   * Handles the events of one person one after the other. Stops at an event that can be handled together with events of
   * other people.
   */
  async function handleEventsOfPerson(person: store.EventSender): Promise<void> {
    let count = 0;
    try {
      while (count < maximumConsecutiveEvents && (await handleOldestEvent(person, count === 0))) count++;
    } finally {
      if (count > 0) busyPeople.delete(person);
      else releasePersonLater(person);
    }
  }

  /**
   * Handles in one transaction the events that can be handled together. Adds the people with other events to
   * `peopleToHandleAlone`. Returns false if nobody has an event.
   */
  async function handleNextBatch(): Promise<boolean> {
    const foundSenders = await store.listPeopleWithEvents(db, [...busyPeople], peoplePerBatch);
    if (foundSenders.length === 0) return false;
    for (const person of foundSenders) busyPeople.add(person);
    let batchResult: BatchResult = {
      peopleToHandleAlone: foundSenders,
      peopleLeftOut: [],
      publish: async () => {},
    };
    try {
      batchResult = await handleEventBatch(db, dependencies.bots.sessions, foundSenders);
    } catch (error) {
      // One of the events has failed, so the whole transaction was rolled back. Now try each event in its own
      // transaction.
      log.warn(error, "Events could not be handled together.");
    }
    const unhandledPeople = new Set([...batchResult.peopleToHandleAlone, ...batchResult.peopleLeftOut]);
    for (const person of foundSenders) if (!unhandledPeople.has(person)) busyPeople.delete(person);
    for (const person of batchResult.peopleLeftOut) releasePersonLater(person);
    peopleToHandleAlone.push(...batchResult.peopleToHandleAlone);
    await batchResult.publish();
    return true;
  }

  /** Runs one batch at a time. Events that arrive during a batch are handled together in the next batch. */
  const runBatchesInTurn = createTaskQueue(1);
  let singlePersonWorkerCount = 0;

  async function handleNextEvents(): Promise<boolean> {
    // At least one worker handles only batches of plain messages, so that these do not wait for slower events.
    const person = singlePersonWorkerCount < workerCount - 1 ? peopleToHandleAlone.shift() : undefined;
    if (person) {
      singlePersonWorkerCount++;
      await handleEventsOfPerson(person).finally(() => singlePersonWorkerCount--);
      return true;
    }
    const isBatchFound = await runBatchesInTurn(handleNextBatch);
    for (const _ of peopleToHandleAlone) workLoop.wake();
    return isBatchFound || peopleToHandleAlone.length > 0;
  }

  async function dropOrPostponeEvent(
    { id, page_id, tries }: store.UnhandledEvent,
    error: unknown,
  ): Promise<void> {
    log.error({ err: error, page_id, event_id: id, tries }, "An event of a page could not be handled.");
    if (tries >= maximumRetries) return store.markEventsHandled(db, [id]);
    const seconds = 2 ** (tries + 1);
    await store.postponeEvent(db, id, { seconds, hasFailed: true });
    setTimeout(workLoop.wake, seconds * 1_000).unref();
  }

  const workLoop = createWorkLoop(handleNextEvents, { workerCount, log });
  return workLoop;
}
