import {
  type ExpectedAnswer,
  maximumVisitorTurnsPerPage,
  type VisitorTalk,
} from "@kakehashi/contract/bot-visitor-shapes";
import { findNextOpening } from "@kakehashi/contract/opening-hours";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import * as store from "./session-store.ts";
import { findTodaysDate } from "./todays-date.ts";
import * as turnStore from "./turn-store.ts";
import type { createTurns } from "./turns.ts";
import { findExpectedInput, toVisitorTurn } from "./visit-view.ts";
import type { createVisitorLongPolls } from "./visit-waits.ts";

interface SessionNewsReaderDependencies {
  readonly db: Kysely<DB>;
  readonly turns: Pick<ReturnType<typeof createTurns>, "runningFlowOf" | "talks">;
  readonly visitorCallWaits: Pick<ReturnType<typeof createVisitorLongPolls>, "begin">;
}

/**
 * Reads what a visitor's page has not shown yet: the bot's turns (events and reactions) and the messages from people.
 */
export function createSessionNewsReader({ db, turns, visitorCallWaits }: SessionNewsReaderDependencies) {
  /**
   * Returns which kind of answer the story expects from the visitor at this position, for example a date. Null if the
   * story expects no answer.
   */
  async function inputOf(position: store.StoryPosition): Promise<ExpectedAnswer | null> {
    const { languages, state, hours } = position;
    const savePlace = store.toSavedFlowReference(position);
    if (state.state.kind !== "asking" || !savePlace) return null;
    const { version } = await turns.runningFlowOf(db, savePlace, languages);
    return findExpectedInput(version.flow, state.state, findTodaysDate(hours));
  }

  /**
   * Whether the session has more turns after those in `rows`. They are missing if the size limit of a response cut them
   * off.
   */
  async function hasLaterTurn(id: string, rows: readonly turnStore.TurnRow[]): Promise<boolean> {
    const lastTurn = rows.at(-1);
    return (
      lastTurn !== undefined &&
      (await turnStore.findTurn(db, id, { number: lastTurn.number + 1 })) !== undefined
    );
  }

  /** Returns the session's turns after number `since`, and the messages from people after `seq`. */
  async function readNewTurns(id: string, { since: sinceTurnNumber, seq }: { since: number; seq: number }) {
    const rows = await turnStore.listTurns(db, id, sinceTurnNumber, maximumVisitorTurnsPerPage + 1);
    const { data, wasCut } = firstFittingItems(rows.slice(0, maximumVisitorTurnsPerPage).map(toVisitorTurn));
    const session = await store.findSession(db, id);
    const peopleNews =
      (session?.conversation_id &&
        (await turns.talks()?.listChangesByPeople(session.conversation_id, seq, session.state.language))) ||
      null;
    const openingTime =
      peopleNews?.state === "WAITING" && session?.hours ? findNextOpening(session.hours, new Date()) : null;
    const people: VisitorTalk | null = peopleNews && {
      ...peopleNews,
      opens_at: openingTime?.toISOString() ?? null,
    };
    return {
      messages: data,
      has_more: wasCut || rows.length > maximumVisitorTurnsPerPage || (await hasLaterTurn(id, rows)),
      input: !session || session.is_paused ? null : await inputOf(session),
      people,
    };
  }

  /**
   * Returns new turns and messages. With `query.wait`, the response waits until there are any, at most
   * `longPollTimeoutSeconds`.
   */
  async function listNews(id: string, query: { since: number; seq: number; wait: boolean }) {
    const sessionWait = query.wait ? visitorCallWaits.begin(id) : null;
    // A page that has just been opened requests all messages. It may still have the token of a session that the visitor
    // left, if the response to "start again" was lost. The visitor then returns to that session.
    if (!sessionWait && query.since === 0) await store.markSessionNotLeft(db, id);
    let stopWatching: (() => void) | undefined;
    let isTyping = false;
    try {
      const session = await store.findSession(db, id);
      if (sessionWait && session?.conversation_id)
        stopWatching = await turns.talks()?.watchConversation(session.conversation_id, (isWriting) => {
          isTyping ||= isWriting;
          sessionWait.end();
        });
      const firstNews = await readNewTurns(id, query);
      if (!sessionWait || firstNews.messages.length > 0 || (firstNews.people?.messages.length ?? 0) > 0)
        return firstNews;
      await sessionWait.endPromise;
      const { people, ...newsFields } = await readNewTurns(id, query);
      return { ...newsFields, people: people && { ...people, is_typing: isTyping } };
    } finally {
      stopWatching?.();
      sessionWait?.end();
    }
  }

  return { inputOf, listNews };
}
