import type { StoredFile } from "@kakehashi/contract/files";
import { type FieldChange, mergeFields, takeTheirField } from "./merge-fields.ts";
import type { ProjectFormFields } from "./project-fields.tsx";

/**
 * The content of a project's form. `fields` is empty for the base of a draft from an older version of the app, because
 * that version did not store the fields with which the form started.
 */
export interface EditedProject {
  readonly fields: Partial<ProjectFormFields>;
  readonly files: readonly StoredFile[];
}

/** A field of the project's form that another host has changed. */
export type ProjectFieldChange = FieldChange<keyof ProjectFormFields>;

export interface MergedProject {
  readonly fields: ProjectFormFields;
  readonly files: readonly StoredFile[];
  readonly changes: readonly ProjectFieldChange[];
  readonly haveOthersChangedFiles: boolean;
}

/** Whether the form already contains every change that another host has saved since the form was opened. */
export const hasNoChangesByOthers = ({
  changes,
  haveOthersChangedFiles: areFilesChanged,
}: MergedProject): boolean => changes.length === 0 && !areFilesChanged;

/**
 * Takes the other host's text for a field, because the writer has chosen it. Returns the merge result after this
 * choice.
 */
export const takeTheirProjectField = (
  merged: MergedProject,
  name: keyof ProjectFormFields,
): MergedProject => ({
  ...merged,
  changes: takeTheirField(merged.changes, name),
});

const fileIdsOf = (files: readonly StoredFile[]) => new Set(files.map(({ id }) => id));

/** Merges the changes of two people to the same project. A file stays unless one of them has removed it. */
export function mergeProjectEdits(
  baseProject: EditedProject,
  ownEdit: EditedProject,
  othersEdit: { fields: ProjectFormFields; files: EditedProject["files"] },
): MergedProject {
  const [fileIdsBefore, ownFileIds, othersFileIds] = [
    fileIdsOf(baseProject.files),
    fileIdsOf(ownEdit.files),
    fileIdsOf(othersEdit.files),
  ];
  return {
    ...mergeFields(baseProject.fields, ownEdit.fields, othersEdit.fields),
    files: [
      ...othersEdit.files.filter(({ id }) => ownFileIds.has(id) || !fileIdsBefore.has(id)),
      ...ownEdit.files.filter(({ id }) => !fileIdsBefore.has(id) && !othersFileIds.has(id)),
    ],
    haveOthersChangedFiles:
      fileIdsBefore.size !== othersFileIds.size || [...othersFileIds].some((id) => !fileIdsBefore.has(id)),
  };
}
