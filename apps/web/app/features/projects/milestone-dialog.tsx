import { addMilestone, changeMilestone, type Milestone } from "@kakehashi/contract/milestones";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { deleteCreationId, getCreationId } from "../../kit/creation-id.ts";
import { createDayFormat } from "../../kit/day-format.ts";
import { Form, FormFailure, useForm } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import { useFormAutosave } from "../../kit/use-form-draft.ts";
import { useReader } from "../auth/reader.ts";
import { RestoredDraftNote, useDialogDraft } from "./dialog-draft.tsx";
import {
  beginMilestoneEdit,
  type MilestoneFields,
  mergeNewerMilestone,
  milestoneChangeBodyOf,
  milestoneFieldsOf,
  takeTheirMilestoneField,
} from "./milestone-edits.ts";
import { refetchMilestones } from "./milestone-queries.ts";
import { OtherPersonsChanges } from "./other-persons-changes.tsx";
import styles from "./projects.module.css";

const loadMilestoneSchema = () =>
  import("@kakehashi/contract/schemas/milestones").then((milestoneSchemas) => milestoneSchemas.milestoneBody);

const labelTextKeys = { title: "planTitle", due_date: "planDay" } as const;

interface MilestoneDialogProps {
  projectId: string;
  /** The milestone to edit. Null for a new milestone. */
  milestone: Milestone | null;
  onClose: () => void;
}

/**
 * A dialog that adds a milestone, or changes a milestone's title and day. The typed text survives a reload. If somebody
 * else has saved the milestone first, both people's changes are merged and shown. If somebody has removed it, the
 * writer can add it again.
 */
export function MilestoneDialog({ projectId, milestone, onClose }: MilestoneDialogProps) {
  const { t, i18n } = useTranslation(["projects", "common"]);
  const day = createDayFormat(i18n.language, "long");
  const { userId } = useReader();
  const draft = useDialogDraft(
    `milestone ${projectId} ${milestone?.id ?? "new"}`,
    milestoneFieldsOf(milestone),
    milestone?.version,
  );
  /** The edit of an existing milestone. Null for a new one, and after somebody else has removed the milestone. */
  const [milestoneEdit, setMilestoneEdit] = useState(
    () => milestone && beginMilestoneEdit(milestone, draft.values, draft.version),
  );
  const isMilestoneRemoved = milestone !== null && milestoneEdit === null;
  const form = useForm({
    schema: loadMilestoneSchema,
    values: draft.values,
    mode: "onSubmit",
    restoredTextNote: draft.isSafe ? t("draftAfterReload") : undefined,
    onRefused(error) {
      if (!milestoneEdit || !(error instanceof ApiError)) return false;
      if (error.status === 404) {
        setMilestoneEdit(null);
        void refetchMilestones(projectId);
        return true;
      }
      if (error.code !== "MILESTONE.EDITED" || !error.currentObject) return false;
      const newerMilestone = error.currentObject as Milestone;
      const { fields, edit: mergedEdit } = mergeNewerMilestone(
        milestoneEdit,
        form.getValues(),
        newerMilestone,
      );
      for (const name of Object.keys(fields) as (keyof MilestoneFields)[])
        form.setValue(name, fields[name], { shouldDirty: true });
      draft.rebase({ saved: milestoneFieldsOf(newerMilestone), version: newerMilestone.version });
      setMilestoneEdit(mergedEdit);
      return true;
    },
    async send(body) {
      if (milestoneEdit)
        await call(changeMilestone, {
          params: { id: projectId, milestone_id: milestoneEdit.base.id },
          body: milestoneChangeBodyOf(milestoneEdit, body),
        });
      else {
        const formKey = `milestone ${projectId}`;
        const client_id = getCreationId(userId, formKey, body);
        await call(addMilestone, { params: { id: projectId }, body: { ...body, client_id } });
        deleteCreationId(userId, formKey);
      }
      draft.finish();
      onClose();
      await refetchMilestones(projectId);
    },
  });
  useFormAutosave(draft, form.watch());
  function discardEdit(): void {
    const baseMilestone = milestoneEdit?.base ?? null;
    form.reset(
      draft.discard({ saved: milestoneFieldsOf(baseMilestone), version: baseMilestone?.version ?? 0 }),
    );
    if (baseMilestone)
      setMilestoneEdit(
        beginMilestoneEdit(baseMilestone, milestoneFieldsOf(baseMilestone), baseMilestone.version),
      );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(milestoneEdit ? "planEditTitle" : "planAddTitle")}
      widthPx={440}
    >
      <Form
        form={form}
        actions={
          <div className={styles.actions}>
            <Button onClick={onClose}>{t("common:cancel")}</Button>
            <Button type="submit" kind="primary" loading={form.isSubmitting}>
              {t(milestoneEdit ? "save" : "planAdd")}
            </Button>
          </div>
        }
      >
        <RestoredDraftNote draft={draft} onDiscard={discardEdit} />
        {isMilestoneRemoved && <FormFailure>{t("planGone")}</FormFailure>}
        {milestoneEdit?.othersChanges && (
          <OtherPersonsChanges
            key={milestoneEdit.base.version}
            changes={milestoneEdit.othersChanges}
            autoFocus={milestoneEdit.isSaveConflict}
            labelOf={(name) => t(labelTextKeys[name])}
            theirTextOf={({ name, theirs }) => (name === "due_date" ? day(theirs) : theirs)}
            onTakeTheirText={({ name, theirs }) => {
              form.setValue(name, theirs, { shouldDirty: true, shouldValidate: true });
              setMilestoneEdit(takeTheirMilestoneField(milestoneEdit, name));
            }}
          />
        )}
        <TextField {...form.field("title")} label={t("planTitle")} data-autofocus maxLength={200} />
        <DateField {...form.field("due_date")} label={t("planDay")} description={t("planNote")} />
      </Form>
    </Dialog>
  );
}
