import { createEmptyFlow, type Flow } from "@kakehashi/contract/flows/flow";
import type { FlowProblem } from "@kakehashi/contract/flows/validate";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStoryEditor } from "./editor.ts";
import { updateGroup } from "./edits.ts";
import { createProblemFinder } from "./problem-finder.ts";

/** Creates a problem finder that reports the title of each group as a problem. Counts how often it searches. */
function createTestFinder() {
  const editor = createStoryEditor(createEmptyFlow(), "en");
  const irrelevantFields = { group_id: "start", block_id: null, field: null, limit: null };
  const findProblems = vi.fn(({ groups }: Flow): FlowProblem[] =>
    groups.flatMap(({ title }) =>
      title ? [{ ...irrelevantFields, code: "empty_group", detail: title } as const] : [],
    ),
  );
  const problemFinder = createProblemFinder(editor, findProblems);
  const name = (title: string) =>
    editor.edit((flow) => updateGroup(flow, "start", (group) => ({ ...group, title })));
  return { editor, find: findProblems, problems: problemFinder, name, stop: problemFinder.start() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("problems come once somebody pauses, and not with each letter", () => {
  const { find, problems, name, stop } = createTestFinder();
  for (const title of ["B", "By", "Bye"]) name(title);
  expect([find.mock.calls.length, problems.get().list]).toEqual([1, []]);
  vi.advanceTimersByTime(500);
  expect(find).toHaveBeenCalledTimes(2);
  expect(problems.get().problemBlockIdsByGroup).toEqual(new Map([["start", "!"]]));
  stop();
  name("");
  vi.advanceTimersByTime(1_000);
  expect(find).toHaveBeenCalledTimes(2);
});

test("whoever asks now gets those of the story as it is, and the same ones stay the same", () => {
  const { editor, find, problems, name } = createTestFinder();
  name("Bye");
  expect(problems.findNow().map(({ detail }) => detail)).toEqual(["Bye"]);
  const { list } = problems.get();
  editor.edit((flow) => ({ ...flow, start: "elsewhere" }));
  expect(problems.findNow()).toBe(list);
  vi.advanceTimersByTime(1_000);
  expect(find).toHaveBeenCalledTimes(3);
});
