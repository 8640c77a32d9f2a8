import { editorReportIntervalMs, type StoryEditorReport } from "@kakehashi/contract/story-editor-reports";
import type { StoryEditorEvent } from "@kakehashi/contract/story-editors";
import { createStore } from "../../kit/store.ts";

/** A colleague's pointer is hidden after this many milliseconds without a report. */
export const pointerTimeoutMs = 5_000;
/**
 * A colleague is not shown any more after this many milliseconds without a report: the server process that served their
 * page may have died and cannot say that they left.
 */
export const colleagueTimeoutMs = 120_000;

export const tones = ["accent", "jade", "amber", "indigo", "violet"] as const;

type PointerAndSelection = Pick<StoryEditorReport, "cursor" | "selected">;

/** Another page on which somebody edits the same story. */
export interface Colleague extends PointerAndSelection {
  readonly id: string;
  readonly name: string;
  readonly tone: (typeof tones)[number];
}

interface Parts {
  readonly botId: string;
  readonly storyId: string;
  send(report: StoryEditorReport): void;
  /**
   * Returns the name that this page shows for another editor. The editor may be the reader themselves, in another
   * window or on another device.
   */
  nameOf(user: StoryEditorEvent["user"]): string;
}

const noPointerOrSelection: PointerAndSelection = { cursor: null, selected: null };
const isSameReport = (a: PointerAndSelection, b: PointerAndSelection): boolean =>
  a.cursor?.x === b.cursor?.x &&
  a.cursor?.y === b.cursor?.y &&
  a.selected?.group_id === b.selected?.group_id &&
  a.selected?.block_id === b.selected?.block_id;

/** The other editors of a story, and what this page tells them about itself. */
export function createColleagues({ botId: bot_id, storyId: flow_id, send, nameOf }: Parts) {
  const store = createStore<readonly Colleague[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>[]>();
  let readOwnState: () => PointerAndSelection = () => noPointerOrSelection;
  /**
   * What this page reported last: its pointer and its selection. Null if the other editors do not know about this
   * page.
   */
  let sentState: PointerAndSelection | null = null;
  /** When this page last computed its pointer and selection, in milliseconds since the page was loaded. */
  let readAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const freeTone = (): Colleague["tone"] => {
    const usedTones = new Set(store.get().map(({ tone }) => tone));
    return tones.find((tone) => !usedTones.has(tone)) ?? tones[store.get().length % tones.length] ?? tones[0];
  };
  const change = (id: string, part: Partial<Colleague>) =>
    store.set(store.get().map((colleague) => (colleague.id === id ? { ...colleague, ...part } : colleague)));

  function stopTimers(id: string): void {
    for (const timer of timers.get(id) ?? []) clearTimeout(timer);
    timers.delete(id);
  }

  function remove(id: string): void {
    stopTimers(id);
    store.set(store.get().filter((colleague) => colleague.id !== id));
  }

  function sendNow(): void {
    clearTimeout(timer);
    timer = undefined;
    readAtMs = performance.now();
    const ownState = readOwnState();
    if (sentState && isSameReport(ownState, sentState)) return;
    sentState = ownState;
    send({ bot_id, flow_id, is_here: true, ...ownState });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Shows what another editor's page has reported. */
    receive({ editor_id: id, user, is_here, cursor, selected, ...event }: StoryEditorEvent): void {
      if (event.bot_id !== bot_id || event.flow_id !== flow_id) return;
      if (!is_here) {
        remove(id);
        return;
      }
      stopTimers(id);
      const isKnown = store.get().some((colleague) => colleague.id === id);
      const reportedState = { name: nameOf(user), cursor, selected };
      if (isKnown) change(id, reportedState);
      else store.set([...store.get(), { id, tone: freeTone(), ...reportedState }]);
      timers.set(id, [
        setTimeout(() => change(id, { cursor: null }), pointerTimeoutMs),
        setTimeout(() => remove(id), colleagueTimeoutMs),
      ]);
    },

    /**
     * Reports this page's pointer and selection to the other editors: at once, or as soon as the last report is old
     * enough. `read` computes them and is called only for a report.
     */
    report(read: () => PointerAndSelection): void {
      readOwnState = read;
      if (timer !== undefined) return;
      const waitMs = readAtMs + editorReportIntervalMs - performance.now();
      if (waitMs <= 0) sendNow();
      else timer = setTimeout(sendNow, waitMs);
    },

    /**
     * Sends this person's pointer and selection to the other editors again. Call it after each new connection, because
     * other editors may be connected by then.
     */
    restart(): void {
      for (const { id } of store.get()) remove(id);
      sentState = null;
      sendNow();
    },

    /** Tells the other editors that this page no longer shows the story. */
    leave(): void {
      clearTimeout(timer);
      timer = undefined;
      for (const { id } of store.get()) remove(id);
      if (sentState) send({ bot_id, flow_id, is_here: false, ...noPointerOrSelection });
      sentState = null;
    },
  };
}
export type Colleagues = ReturnType<typeof createColleagues>;
