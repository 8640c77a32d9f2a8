import type { Milestone, MilestoneBody, MilestoneChange } from "@kakehashi/contract/milestones";
import { mergeFields, type OthersFieldChange, takeTheirField } from "./merge-fields.ts";

/** Returns the values of the form for a milestone. They are empty for a new milestone, which is null. */
export const milestoneFieldsOf = (milestone: Milestone | null) => ({
  title: milestone?.title ?? "",
  due_date: milestone?.due_date ?? "",
});
export type MilestoneFields = ReturnType<typeof milestoneFieldsOf>;
export type OthersMilestoneFieldChange = OthersFieldChange<keyof MilestoneFields>;

/**
 * The state of an open milestone form: the version with which it started, and the later changes that somebody else has
 * saved.
 */
export interface MilestoneEditState {
  readonly base: Milestone;
  /** The fields that somebody else has changed since the form was opened. Null if there are no changes to show. */
  readonly othersChanges: readonly OthersMilestoneFieldChange[] | null;
  /** Whether the writer has pressed Save and must now decide about the other person's changes. */
  readonly isSaveConflict: boolean;
}

/**
 * Starts the edit of a milestone. `typedFields` are the form's values. They may come from a draft that was made from
 * the version `typedFromVersion`. If the milestone has changed since that version, the differences are shown.
 */
export function beginMilestoneEdit(
  baseMilestone: Milestone,
  typedFields: MilestoneFields,
  typedFromVersion: number,
): MilestoneEditState {
  const { changes } = mergeFields({}, typedFields, milestoneFieldsOf(baseMilestone));
  const isDraftOutdated = typedFromVersion !== baseMilestone.version && changes.length > 0;
  return { base: baseMilestone, othersChanges: isDraftOutdated ? changes : null, isSaveConflict: false };
}

/**
 * Merges the typed values with somebody else's saved milestone. Returns the new state of the edit and the new form
 * values.
 */
export function mergeNewerMilestone(
  { base }: MilestoneEditState,
  typedFields: MilestoneFields,
  newerMilestone: Milestone,
) {
  const { fields, changes } = mergeFields(
    milestoneFieldsOf(base),
    typedFields,
    milestoneFieldsOf(newerMilestone),
  );
  const milestoneEdit: MilestoneEditState = {
    base: newerMilestone,
    othersChanges: changes,
    isSaveConflict: true,
  };
  return { fields, edit: milestoneEdit };
}

/**
 * Notes that the writer has taken the other person's text for a field. Returns the edit after this choice. Does not
 * change the field itself.
 */
export const takeTheirMilestoneField = (
  milestoneEdit: MilestoneEditState,
  name: keyof MilestoneFields,
): MilestoneEditState => ({
  ...milestoneEdit,
  othersChanges: milestoneEdit.othersChanges && takeTheirField(milestoneEdit.othersChanges, name),
});

/** Returns the request body: the changed fields, and the version on which the edit is based. */
export function milestoneChangeBodyOf(
  { base }: MilestoneEditState,
  { title, due_date }: MilestoneBody,
): MilestoneChange {
  return {
    ...(title !== base.title && { title }),
    ...(due_date !== base.due_date && { due_date }),
    version: base.version,
  };
}
