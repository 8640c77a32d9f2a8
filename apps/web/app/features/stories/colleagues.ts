import { editorReportIntervalMs, type StoryEditorReport } from "@kakehashi/contract/story-editor-reports";
import type { StoryEditorEvent } from "@kakehashi/contract/story-editors";
import { createValueStore } from "../../kit/store.ts";

/** A colleague's pointer disappears if their page has sent no report for this many milliseconds. */
export const colleaguePointerTimeoutMs = 5_000;
/**
 * A colleague disappears from the list if their page has sent no report for this many milliseconds. Normally their page
 * reports that it was closed, but that report is lost if their server process has stopped.
 */
export const colleagueTimeoutMs = 120_000;

export const colleagueColours = ["accent", "jade", "amber", "indigo", "violet"] as const;

type PointerAndSelection = Pick<StoryEditorReport, "cursor" | "selected">;

/** A person who edits the same story on another page. */
export interface StoryColleague extends PointerAndSelection {
  readonly id: string;
  readonly name: string;
  readonly tone: (typeof colleagueColours)[number];
}

interface ColleaguesOptions {
  readonly botId: string;
  readonly storyId: string;
  send(report: StoryEditorReport): void;
  /**
   * Returns the name that this page shows for another editor of the story. That editor may be the same person in
   * another window or on another device.
   */
  nameOf(user: StoryEditorEvent["user"]): string;
}

const noPointerOrSelection: PointerAndSelection = { cursor: null, selected: null };
const isSameReport = (a: PointerAndSelection, b: PointerAndSelection): boolean =>
  a.cursor?.x === b.cursor?.x &&
  a.cursor?.y === b.cursor?.y &&
  a.selected?.group_id === b.selected?.group_id &&
  a.selected?.block_id === b.selected?.block_id;

/** Manages the list of other people who edit a story, and reports this page's pointer and selection to them. */
export function createColleagueTracker({ botId: bot_id, storyId: flow_id, send, nameOf }: ColleaguesOptions) {
  const colleagueStore = createValueStore<readonly StoryColleague[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>[]>();
  let computeOwnReport: () => PointerAndSelection = () => noPointerOrSelection;
  /** The pointer and selection that this page has reported last. Null if it has reported nothing yet. */
  let lastSentReport: PointerAndSelection | null = null;
  /** The time when this page last computed its pointer and selection, in milliseconds since the page was loaded. */
  let lastReadAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const findUnusedColour = (): StoryColleague["tone"] => {
    const takenColours = new Set(colleagueStore.get().map(({ tone }) => tone));
    return (
      colleagueColours.find((tone) => !takenColours.has(tone)) ??
      colleagueColours[colleagueStore.get().length % colleagueColours.length] ??
      colleagueColours[0]
    );
  };
  const change = (id: string, changedFields: Partial<StoryColleague>) =>
    colleagueStore.set(
      colleagueStore
        .get()
        .map((colleague) => (colleague.id === id ? { ...colleague, ...changedFields } : colleague)),
    );

  function clearTimersOf(id: string): void {
    for (const timer of timers.get(id) ?? []) clearTimeout(timer);
    timers.delete(id);
  }

  function removeColleague(id: string): void {
    clearTimersOf(id);
    colleagueStore.set(colleagueStore.get().filter((colleague) => colleague.id !== id));
  }

  function sendReportNow(): void {
    clearTimeout(timer);
    timer = undefined;
    lastReadAtMs = performance.now();
    const ownReport = computeOwnReport();
    if (lastSentReport && isSameReport(ownReport, lastSentReport)) return;
    lastSentReport = ownReport;
    send({ bot_id, flow_id, is_here: true, ...ownReport });
  }

  return {
    get: colleagueStore.get,
    subscribe: colleagueStore.subscribe,

    /** Updates a colleague's pointer and selection from the report of their page. */
    receive({ editor_id: id, user, is_here, cursor, selected, ...event }: StoryEditorEvent): void {
      if (event.bot_id !== bot_id || event.flow_id !== flow_id) return;
      if (!is_here) {
        removeColleague(id);
        return;
      }
      clearTimersOf(id);
      const isKnown = colleagueStore.get().some((colleague) => colleague.id === id);
      const reportedColleague = { name: nameOf(user), cursor, selected };
      if (isKnown) change(id, reportedColleague);
      else
        colleagueStore.set([...colleagueStore.get(), { id, tone: findUnusedColour(), ...reportedColleague }]);
      timers.set(id, [
        setTimeout(() => change(id, { cursor: null }), colleaguePointerTimeoutMs),
        setTimeout(() => removeColleague(id), colleagueTimeoutMs),
      ]);
    },

    /**
     * Reports this page's pointer and selection, at most once per `editorReportIntervalMs`. Calls `readOwnReport` to compute
     * them only when a report is due.
     */
    report(readOwnReport: () => PointerAndSelection): void {
      computeOwnReport = readOwnReport;
      if (timer !== undefined) return;
      const waitMs = lastReadAtMs + editorReportIntervalMs - performance.now();
      if (waitMs <= 0) sendReportNow();
      else timer = setTimeout(sendReportNow, waitMs);
    },

    /**
     * Empties the list of colleagues and reports this page's pointer and selection again. Call this function after each
     * new connection, because editors may have joined or left.
     */
    restart(): void {
      for (const { id } of colleagueStore.get()) removeColleague(id);
      lastSentReport = null;
      sendReportNow();
    },

    /** Reports that this page no longer shows the story. */
    leave(): void {
      clearTimeout(timer);
      timer = undefined;
      for (const { id } of colleagueStore.get()) removeColleague(id);
      if (lastSentReport) send({ bot_id, flow_id, is_here: false, ...noPointerOrSelection });
      lastSentReport = null;
    },
  };
}
export type StoryColleagueTracker = ReturnType<typeof createColleagueTracker>;
