import type { Milestone, MilestoneBody, MilestoneChange } from "@kakehashi/contract/milestones";
import { type FieldChange, mergeFields, takeTheirField } from "./merge-fields.ts";

/** The fields of the form for a milestone. */
export const milestoneFields = (milestone: Milestone | null) => ({
  title: milestone?.title ?? "",
  due_date: milestone?.due_date ?? "",
});
export type MilestoneFields = ReturnType<typeof milestoneFields>;
export type MilestoneFieldChange = FieldChange<keyof MilestoneFields>;

/**
 * The edit of a milestone: the version from which the form began, and the changes that somebody else has saved since.
 */
export interface MilestoneEdit {
  readonly base: Milestone;
  /** The fields of the milestone that somebody else has changed since then. Null if no change has to be shown. */
  readonly othersChanges: readonly MilestoneFieldChange[] | null;
  /** Whether the writer has pressed Save and must now decide about the other person's changes. */
  readonly isAfterSave: boolean;
}

/**
 * Begins the edit of a milestone. `typedFields` are the form's values. They may come from a draft that began from the
 * version `typedFromVersion`. If the milestone has changed since the draft was written, each difference is shown.
 */
export function beginEdit(
  base: Milestone,
  typedFields: MilestoneFields,
  typedFromVersion: number,
): MilestoneEdit {
  const { changes } = mergeFields({}, typedFields, milestoneFields(base));
  const isDraftOutdated = typedFromVersion !== base.version && changes.length > 0;
  return { base, othersChanges: isDraftOutdated ? changes : null, isAfterSave: false };
}

/**
 * Merges the typed values with the milestone that somebody else has saved. Returns the new state of the edit, and the
 * new values of the form.
 */
export function mergeNewerMilestone(
  { base }: MilestoneEdit,
  typedFields: MilestoneFields,
  newerMilestone: Milestone,
) {
  const { fields, changes } = mergeFields(
    milestoneFields(base),
    typedFields,
    milestoneFields(newerMilestone),
  );
  const edit: MilestoneEdit = { base: newerMilestone, othersChanges: changes, isAfterSave: true };
  return { fields, edit };
}

/** Updates the edit after the writer has chosen the other person's text for this field. */
export const takeOtherPersonsField = (edit: MilestoneEdit, name: keyof MilestoneFields): MilestoneEdit => ({
  ...edit,
  othersChanges: edit.othersChanges && takeTheirField(edit.othersChanges, name),
});

/** Returns the request body: the changed fields, and the version of the milestone from which the edit began. */
export function changeBodyOf({ base }: MilestoneEdit, { title, due_date }: MilestoneBody): MilestoneChange {
  return {
    ...(title !== base.title && { title }),
    ...(due_date !== base.due_date && { due_date }),
    version: base.version,
  };
}
