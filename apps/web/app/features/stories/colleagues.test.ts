import type { StoryEditorReport } from "@kakehashi/contract/story-editor-reports";
import type { StoryEditorEvent } from "@kakehashi/contract/story-editors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  colleagueColours,
  colleaguePointerTimeoutMs,
  colleagueTimeoutMs,
  createColleagueTracker,
} from "./colleagues.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const storyIds = { bot_id: "bot", flow_id: "story" };
function createTestColleagues() {
  const sentReports: StoryEditorReport[] = [];
  const colleagues = createColleagueTracker({
    botId: "bot",
    storyId: "story",
    send: (report) => sentReports.push(report),
    nameOf: ({ id, name }) => (id === "user-own" ? "You" : name),
  });
  return { sent: sentReports, colleagues };
}
const createCursorReader = (x: number) => () => ({ cursor: { x, y: 0 }, selected: null });
const createEditorEvent = (id: string, eventFields: Partial<StoryEditorEvent> = {}): StoryEditorEvent => ({
  type: "BOT_STORY_EDITOR",
  editor_id: id,
  user: { id: `user-${id}`, name: id },
  ...storyIds,
  is_here: true,
  cursor: { x: 1, y: 2 },
  selected: { group_id: "start", block_id: "a" },
  ...eventFields,
});

test("a pointer that moves for a second is reported ten times, in the end where it is, and then no more", () => {
  const { sent, colleagues } = createTestColleagues();
  const readPointerMock = vi.fn(createCursorReader(-1));
  for (let x = 0; x < 100; x++) {
    colleagues.report(x === 99 ? createCursorReader(x) : readPointerMock);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(60_000);
  // The pointer stayed at -1 until the last call, so only one report of this position was sent.
  expect(sent.map(({ cursor }) => cursor?.x)).toEqual([-1, 99]);
  // The pointer's position is computed only when a report is sent.
  expect(readPointerMock.mock.calls.length).toBeLessThanOrEqual(10);

  for (let x = 0; x < 100; x++) {
    colleagues.report(createCursorReader(x));
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(60_000);
  expect(sent.length).toBeLessThanOrEqual(2 + 11);
  expect(sent.at(-1)).toMatchObject({ ...storyIds, is_here: true, cursor: { x: 99 } });
});

test("another editor's pointer is hidden after some seconds of silence, and the editor after two minutes", () => {
  const { colleagues } = createTestColleagues();
  colleagues.receive(createEditorEvent("an"));
  vi.advanceTimersByTime(colleaguePointerTimeoutMs - 1);
  expect(colleagues.get()[0]).toMatchObject({ name: "an", cursor: { x: 1 } });
  colleagues.receive(createEditorEvent("an", { cursor: { x: 3, y: 3 } }));
  vi.advanceTimersByTime(colleaguePointerTimeoutMs - 1);
  expect(colleagues.get()[0]?.cursor).toEqual({ x: 3, y: 3 });
  vi.advanceTimersByTime(1);
  expect(colleagues.get()[0]).toMatchObject({ cursor: null, selected: { block_id: "a" } });
  vi.advanceTimersByTime(colleagueTimeoutMs);
  expect(colleagues.get()).toEqual([]);
});

test("an editor who leaves is gone at once, and events of another story show nobody", () => {
  const { colleagues } = createTestColleagues();
  colleagues.receive(createEditorEvent("an"));
  colleagues.receive(createEditorEvent("minh", { flow_id: "another" }));
  expect(colleagues.get().map(({ id }) => id)).toEqual(["an"]);
  colleagues.receive(createEditorEvent("an", { is_here: false }));
  expect(colleagues.get()).toEqual([]);
});

test("each editor has a colour of their own and keeps it", () => {
  const { colleagues } = createTestColleagues();
  for (const id of ["a", "b", "c", "d", "e"]) colleagues.receive(createEditorEvent(id));
  expect(new Set(colleagues.get().map(({ tone }) => tone)).size).toBe(colleagueColours.length);
  const colourOfColleagueC = colleagues.get().find(({ id }) => id === "c")?.tone;
  colleagues.receive(createEditorEvent("a", { is_here: false }));
  colleagues.receive(createEditorEvent("c"));
  expect(colleagues.get().find(({ id }) => id === "c")?.tone).toBe(colourOfColleagueC);
});

test("a new connection tells everything again, and who leaves says so once", () => {
  const { sent, colleagues } = createTestColleagues();
  colleagues.leave();
  expect(sent).toEqual([]);
  colleagues.report(createCursorReader(5));
  colleagues.receive(createEditorEvent("an"));
  colleagues.restart();
  expect(colleagues.get()).toEqual([]);
  expect(sent.map(({ cursor }) => cursor?.x)).toEqual([5, 5]);
  colleagues.report(createCursorReader(6));
  colleagues.leave();
  vi.advanceTimersByTime(60_000);
  expect(sent.slice(2)).toEqual([{ ...storyIds, is_here: false, cursor: null, selected: null }]);
});

test("the reader's own page on another device is not shown as a colleague of the reader's name", () => {
  const { colleagues } = createTestColleagues();
  colleagues.receive(createEditorEvent("own"));
  colleagues.receive(createEditorEvent("An"));
  expect(colleagues.get().map(({ name }) => name)).toEqual(["You", "An"]);
});
