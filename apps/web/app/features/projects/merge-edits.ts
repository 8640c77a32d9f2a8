import type { StoredFile } from "@kakehashi/contract/files";
import { mergeFields, type OthersFieldChange, takeTheirField } from "./merge-fields.ts";
import type { ProjectFormFields } from "./project-fields.tsx";

/**
 * The content of a project's form. `fields` is empty for the base of a draft from an older version of the app, because
 * that version did not store the fields with which the form started.
 */
export interface ProjectFormContent {
  readonly fields: Partial<ProjectFormFields>;
  readonly files: readonly StoredFile[];
}

/** A field of the project's form that another host has changed. */
export type OthersProjectFieldChange = OthersFieldChange<keyof ProjectFormFields>;

export interface MergedProject {
  readonly fields: ProjectFormFields;
  readonly files: readonly StoredFile[];
  readonly othersChanges: readonly OthersProjectFieldChange[];
  readonly haveOthersChangedFiles: boolean;
}

/** Whether the form already contains every change that another host has saved since the form was opened. */
export const hasNoChangesByOthers = ({
  othersChanges,
  haveOthersChangedFiles: areFilesChanged,
}: MergedProject): boolean => othersChanges.length === 0 && !areFilesChanged;

/**
 * Notes that the writer has taken the other host's text for a field. Returns the merge result after this choice. Does
 * not change the field itself.
 */
export const takeTheirProjectField = (
  merged: MergedProject,
  name: keyof ProjectFormFields,
): MergedProject => ({
  ...merged,
  othersChanges: takeTheirField(merged.othersChanges, name),
});

const fileIdsOf = (files: readonly StoredFile[]) => new Set(files.map(({ id }) => id));

/** Merges the changes of two people to the same project. A file stays unless one of them has removed it. */
export function mergeProjectEdits(
  baseProject: ProjectFormContent,
  ownEdit: ProjectFormContent,
  othersEdit: { fields: ProjectFormFields; files: ProjectFormContent["files"] },
): MergedProject {
  const [fileIdsBefore, ownFileIds, othersFileIds] = [
    fileIdsOf(baseProject.files),
    fileIdsOf(ownEdit.files),
    fileIdsOf(othersEdit.files),
  ];
  const { fields, changes } = mergeFields(baseProject.fields, ownEdit.fields, othersEdit.fields);
  return {
    fields,
    othersChanges: changes,
    files: [
      ...othersEdit.files.filter(({ id }) => ownFileIds.has(id) || !fileIdsBefore.has(id)),
      ...ownEdit.files.filter(({ id }) => !fileIdsBefore.has(id) && !othersFileIds.has(id)),
    ],
    haveOthersChangedFiles:
      fileIdsBefore.size !== othersFileIds.size || [...othersFileIds].some((id) => !fileIdsBefore.has(id)),
  };
}
