import type { Milestone } from "@kakehashi/contract/milestones";
import { expect, test } from "vitest";
import {
  beginMilestoneEdit,
  mergeNewerMilestone,
  milestoneChangeBodyOf,
  milestoneFieldsOf,
  takeTheirMilestoneField,
} from "./milestone-edits.ts";

const openedMilestone: Milestone = {
  id: "01a21d03-0000-7000-8000-000000000001",
  title: "Beta",
  due_date: "2026-11-25",
  done_at: null,
  message_id: null,
  version: 1,
};
const openedFields = milestoneFieldsOf(openedMilestone);
const beginTestEdit = () => beginMilestoneEdit(openedMilestone, openedFields, openedMilestone.version);

test("Only the changed fields are sent, with the version that they began from", () => {
  expect(milestoneChangeBodyOf(beginTestEdit(), { ...openedFields, due_date: "2026-12-01" })).toEqual({
    due_date: "2026-12-01",
    version: 1,
  });
  expect(milestoneChangeBodyOf(beginTestEdit(), openedFields)).toEqual({ version: 1 });
});

test("A field that I did not touch takes the newer value, and what I typed is kept beside theirs", () => {
  const newerMilestone = { ...openedMilestone, title: "First release", due_date: "2026-12-08", version: 2 };
  const ownFields = { ...openedFields, due_date: "2026-12-01" };
  const mergedMilestone = mergeNewerMilestone(beginTestEdit(), ownFields, newerMilestone);
  expect(mergedMilestone.fields).toEqual({ title: "First release", due_date: "2026-12-01" });
  expect(mergedMilestone.edit.othersChanges).toEqual([
    { name: "title", theirs: "First release", isChangedByBoth: false },
    { name: "due_date", theirs: "2026-12-08", isChangedByBoth: true },
  ]);
  // The next save is based on version 2 of the milestone. It leaves out the title, because the writer has not changed
  // it.
  expect(milestoneChangeBodyOf(mergedMilestone.edit, mergedMilestone.fields)).toEqual({
    due_date: "2026-12-01",
    version: 2,
  });
  expect(
    takeTheirMilestoneField(mergedMilestone.edit, "due_date").othersChanges?.map(
      ({ isChangedByBoth }) => isChangedByBoth,
    ),
  ).toEqual([false, false]);
});

test("A draft that comes back to a newer milestone shows where the two differ", () => {
  const newerMilestone = { ...openedMilestone, title: "First release", version: 2 };
  const typedFields = { ...milestoneFieldsOf(newerMilestone), title: "Launch" };
  expect(beginMilestoneEdit(newerMilestone, typedFields, 1).othersChanges).toEqual([
    { name: "title", theirs: "First release", isChangedByBoth: true },
  ]);
  expect(beginMilestoneEdit(newerMilestone, typedFields, 2).othersChanges).toBe(null);
  expect(beginMilestoneEdit(newerMilestone, milestoneFieldsOf(newerMilestone), 1).othersChanges).toBe(null);
});
