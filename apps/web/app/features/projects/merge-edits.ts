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
export const takeTheirText = (merged: MergedProject, name: keyof Fields): MergedProject => ({
  ...merged,
  changes: takeTheirField(merged.changes, name),
});

const fileIdsOf = (files: readonly StoredFile[]) => new Set(files.map(({ id }) => id));

/** Merges two people's changes of the same project. A file stays unless one of them removed it. */
export function mergeEdits(
  base: EditedProject,
  ownEdit: EditedProject,
  othersEdit: { fields: Fields; files: EditedProject["files"] },
): MergedProject {
  const [before, my, their] = [fileIdsOf(base.files), fileIdsOf(ownEdit.files), fileIdsOf(othersEdit.files)];
  return {
    ...mergeFields(base.fields, ownEdit.fields, othersEdit.fields),
    files: [
      ...othersEdit.files.filter(({ id }) => my.has(id) || !before.has(id)),
      ...ownEdit.files.filter(({ id }) => !before.has(id) && !their.has(id)),
    ],
    areFilesChanged: before.size !== their.size || [...their].some((id) => !before.has(id)),
  };
}
