import type { StoredFile } from "@kakehashi/contract/files";
import { expect, test } from "vitest";
import { hasNoChangesByOthers, mergeProjectEdits, takeTheirProjectField } from "./merge-edits.ts";
import { projectFieldsOf } from "./project-fields.tsx";

const baseFields = { ...projectFieldsOf(null, "en"), name: "Sakura", description: "Old", skill: "React" };
const createStoredFile = (id: string): StoredFile => ({
  id,
  name: `${id}.pdf`,
  type: "application/pdf",
  category: "application",
  size: 1,
  width: null,
  height: null,
});
const baseProject = { fields: baseFields, files: [createStoredFile("plan"), createStoredFile("sketch")] };

test("What one host changed stays, whoever it was; where both did, the writer's text is kept and theirs is named", () => {
  const mergedEdits = mergeProjectEdits(
    baseProject,
    { fields: { ...baseFields, description: "Mine", skill: "Vue" }, files: baseProject.files },
    { fields: { ...baseFields, name: "Salon", skill: "Svelte" }, files: baseProject.files },
  );
  expect(mergedEdits.fields).toEqual({ ...baseFields, name: "Salon", description: "Mine", skill: "Vue" });
  expect(mergedEdits.othersChanges).toEqual([
    { name: "name", theirs: "Salon", isChangedByBoth: false },
    { name: "skill", theirs: "Svelte", isChangedByBoth: true },
  ]);
  expect(mergedEdits.haveOthersChangedFiles).toBe(false);
});

test("A file stays unless one of the two removed it", () => {
  const mergedProject = mergeProjectEdits(
    baseProject,
    { fields: baseFields, files: [createStoredFile("plan"), createStoredFile("mine")] },
    { fields: baseFields, files: [createStoredFile("sketch"), createStoredFile("theirs")] },
  );
  expect(mergedProject.files.map(({ id }) => id)).toEqual(["theirs", "mine"]);
  expect([mergedProject.othersChanges, mergedProject.haveOthersChangedFiles]).toEqual([[], true]);
});

test("Of a draft that does not say from which texts it began, each difference is shown", () => {
  const merged = mergeProjectEdits(
    { fields: {}, files: [] },
    { fields: { name: "Older" }, files: [] },
    baseProject,
  );
  expect(merged.fields).toEqual({ ...baseFields, name: "Older" });
  expect(merged.othersChanges).toEqual([{ name: "name", theirs: "Sakura", isChangedByBoth: true }]);
  expect(merged.files).toEqual(baseProject.files);
});

test("A field whose other text was taken is no longer told as the writer's own", () => {
  const mergedEdits = mergeProjectEdits(
    baseProject,
    { fields: { ...baseFields, description: "Mine", skill: "Vue" }, files: baseProject.files },
    { fields: { ...baseFields, description: "Theirs", skill: "Svelte" }, files: baseProject.files },
  );
  expect(takeTheirProjectField(mergedEdits, "skill").othersChanges).toEqual([
    { name: "description", theirs: "Theirs", isChangedByBoth: true },
    { name: "skill", theirs: "Svelte", isChangedByBoth: false },
  ]);
});

test("The very same edit from a second tab leaves nothing to tell", () => {
  const identicalEdit = { fields: { ...baseFields, skill: "Vue" }, files: baseProject.files };
  expect(hasNoChangesByOthers(mergeProjectEdits(baseProject, identicalEdit, identicalEdit))).toBe(true);
  expect(hasNoChangesByOthers(mergeProjectEdits(baseProject, baseProject, identicalEdit))).toBe(false);
});
