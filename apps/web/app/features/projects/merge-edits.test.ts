import type { StoredFile } from "@kakehashi/contract/files";
import { expect, test } from "vitest";
import { containsOthersChanges, mergeEdits, takeTheirText } from "./merge-edits.ts";
import { projectFieldsOf } from "./project-fields.tsx";

const fields = { ...projectFieldsOf(null, "en"), name: "Sakura", description: "Old", skill: "React" };
const file = (id: string): StoredFile => ({
  id,
  name: `${id}.pdf`,
  type: "application/pdf",
  category: "application",
  size: 1,
  width: null,
  height: null,
});
const base = { fields, files: [file("plan"), file("sketch")] };

test("What one host changed stays, whoever it was; where both did, the writer's text is kept and theirs is named", () => {
  const merged = mergeEdits(
    base,
    { fields: { ...fields, description: "Mine", skill: "Vue" }, files: base.files },
    { fields: { ...fields, name: "Salon", skill: "Svelte" }, files: base.files },
  );
  expect(merged.fields).toEqual({ ...fields, name: "Salon", description: "Mine", skill: "Vue" });
  expect(merged.changes).toEqual([
    { name: "name", theirs: "Salon", isChangedByBoth: false },
    { name: "skill", theirs: "Svelte", isChangedByBoth: true },
  ]);
  expect(merged.areFilesChanged).toBe(false);
});

test("A file stays unless one of the two removed it", () => {
  const merged = mergeEdits(
    base,
    { fields, files: [file("plan"), file("mine")] },
    { fields, files: [file("sketch"), file("theirs")] },
  );
  expect(merged.files.map(({ id }) => id)).toEqual(["theirs", "mine"]);
  expect([merged.changes, merged.areFilesChanged]).toEqual([[], true]);
});

test("Of a draft that does not say from which texts it began, each difference is shown", () => {
  const merged = mergeEdits({ fields: {}, files: [] }, { fields: { name: "Older" }, files: [] }, base);
  expect(merged.fields).toEqual({ ...fields, name: "Older" });
  expect(merged.changes).toEqual([{ name: "name", theirs: "Sakura", isChangedByBoth: true }]);
  expect(merged.files).toEqual(base.files);
});

test("A field whose other text was taken is no longer told as the writer's own", () => {
  const merged = mergeEdits(
    base,
    { fields: { ...fields, description: "Mine", skill: "Vue" }, files: base.files },
    { fields: { ...fields, description: "Theirs", skill: "Svelte" }, files: base.files },
  );
  expect(takeTheirText(merged, "skill").changes).toEqual([
    { name: "description", theirs: "Theirs", isChangedByBoth: true },
    { name: "skill", theirs: "Svelte", isChangedByBoth: false },
  ]);
});

test("The very same edit from a second tab leaves nothing to tell", () => {
  const same = { fields: { ...fields, skill: "Vue" }, files: base.files };
  expect(containsOthersChanges(mergeEdits(base, same, same))).toBe(true);
  expect(containsOthersChanges(mergeEdits(base, base, same))).toBe(false);
});
