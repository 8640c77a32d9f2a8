import type { Milestone } from "@kakehashi/contract/milestones";
import { expect, test } from "vitest";
import {
  beginEdit,
  changeBody,
  mergeNewerMilestone,
  milestoneFields,
  takeOtherPersonsField,
} from "./milestone-edits.ts";

const opened: Milestone = {
  id: "01a21d03-0000-7000-8000-000000000001",
  title: "Beta",
  due_date: "2026-11-25",
  done_at: null,
  message_id: null,
  version: 1,
};
const fields = milestoneFields(opened);
const begin = () => beginEdit(opened, fields, opened.version);

test("Only the changed fields are sent, with the version that they began from", () => {
  expect(changeBody(begin(), { ...fields, due_date: "2026-12-01" })).toEqual({
    due_date: "2026-12-01",
    version: 1,
  });
  expect(changeBody(begin(), fields)).toEqual({ version: 1 });
});

test("A field that I did not touch takes the newer value, and what I typed is kept beside theirs", () => {
  const newer = { ...opened, title: "First release", due_date: "2026-12-08", version: 2 };
  const mine = { ...fields, due_date: "2026-12-01" };
  const merged = mergeNewerMilestone(begin(), mine, newer);
  expect(merged.fields).toEqual({ title: "First release", due_date: "2026-12-01" });
  expect(merged.edit.theirs).toEqual([
    { name: "title", theirs: "First release", isMineToo: false },
    { name: "due_date", theirs: "2026-12-08", isMineToo: true },
  ]);
  // The next save is based on version 2. It does not send the title, which the writer did not change.
  expect(changeBody(merged.edit, merged.fields)).toEqual({ due_date: "2026-12-01", version: 2 });
  expect(takeOtherPersonsField(merged.edit, "due_date").theirs?.map(({ isMineToo }) => isMineToo)).toEqual([
    false,
    false,
  ]);
});

test("A draft that comes back to a newer milestone shows where the two differ", () => {
  const newer = { ...opened, title: "First release", version: 2 };
  const typed = { ...milestoneFields(newer), title: "Launch" };
  expect(beginEdit(newer, typed, 1).theirs).toEqual([
    { name: "title", theirs: "First release", isMineToo: true },
  ]);
  expect(beginEdit(newer, typed, 2).theirs).toBe(null);
  expect(beginEdit(newer, milestoneFields(newer), 1).theirs).toBe(null);
});
