import type { StoredFile } from "@kakehashi/contract/files";
import { type FieldChange, mergeFields, takeTheirField } from "./merge-fields.ts";
import type { Fields } from "./project-fields.tsx";

/** The content of a project's form. A draft of an older build does not say from which texts it began. */
export interface EditedProject {
  readonly fields: Partial<Fields>;
  readonly files: readonly StoredFile[];
}

/** A field that another host has changed. */
export type MergeChange = FieldChange<keyof Fields>;

export interface MergedProject {
  readonly fields: Fields;
  readonly files: readonly StoredFile[];
  readonly changes: readonly MergeChange[];
  readonly areFilesChanged: boolean;
}

/** Whether the form already contains everything that was saved since. */
export const isUnchanged = ({ changes, areFilesChanged }: MergedProject): boolean =>
  changes.length === 0 && !areFilesChanged;

/** Records in the merge result that the writer took the other person's text of one field. */
export const takeTheirs = (merged: MergedProject, name: keyof Fields): MergedProject => ({
  ...merged,
  changes: takeTheirField(merged.changes, name),
});

const idsOf = (files: readonly StoredFile[]) => new Set(files.map(({ id }) => id));

/** Merges two people's changes of the same project. A file stays unless one of them removed it. */
export function mergeEdits(
  base: EditedProject,
  mine: EditedProject,
  theirs: { fields: Fields; files: EditedProject["files"] },
): MergedProject {
  const [before, my, their] = [idsOf(base.files), idsOf(mine.files), idsOf(theirs.files)];
  return {
    ...mergeFields(base.fields, mine.fields, theirs.fields),
    files: [
      ...theirs.files.filter(({ id }) => my.has(id) || !before.has(id)),
      ...mine.files.filter(({ id }) => !before.has(id) && !their.has(id)),
    ],
    areFilesChanged: before.size !== their.size || [...their].some((id) => !before.has(id)),
  };
}
