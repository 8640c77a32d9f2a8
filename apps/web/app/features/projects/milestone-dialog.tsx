import { addMilestone, changeMilestone, type Milestone } from "@kakehashi/contract/milestones";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import { useFormAutosave } from "../../kit/use-form-draft.ts";
import { DialogDraft, useDialogDraft } from "./dialog-draft.tsx";
import { changesOf, refetchMilestones } from "./milestone-queries.ts";
import styles from "./projects.module.css";

const schema = () => import("@kakehashi/contract/schemas/milestones").then((found) => found.milestoneBody);

interface Props {
  projectId: string;
  /** Null for a new one. */
  milestone: Milestone | null;
  onClose: () => void;
}

/** Adds a milestone, or changes its title and its day. What is typed stays when the page is loaded anew. */
export function MilestoneDialog({ projectId, milestone, onClose }: Props) {
  const { t } = useTranslation(["projects", "common"]);
  const draft = useDialogDraft(`milestone ${projectId} ${milestone?.id ?? "new"}`, {
    title: milestone?.title ?? "",
    due_date: milestone?.due_date ?? "",
  });
  const form = useForm({
    schema,
    values: draft.values,
    mode: "onSubmit",
    keptText: draft.isSafe ? t("draftAfterReload") : undefined,
    async send(body) {
      if (milestone)
        await call(changeMilestone, {
          params: { id: projectId, milestone_id: milestone.id },
          body: changesOf(milestone, body),
        });
      else await call(addMilestone, { params: { id: projectId }, body });
      draft.finish();
      onClose();
      await refetchMilestones(projectId);
    },
  });
  useFormAutosave(draft, form.watch());
  return (
    <Dialog opened onClose={onClose} title={t(milestone ? "planEditTitle" : "planAddTitle")} width={440}>
      <Form
        form={form}
        actions={
          <div className={styles.actions}>
            <Button onClick={onClose}>{t("common:cancel")}</Button>
            <Button type="submit" kind="primary" loading={form.isSubmitting}>
              {t(milestone ? "save" : "planAdd")}
            </Button>
          </div>
        }
      >
        <DialogDraft draft={draft} onDiscard={() => form.reset(draft.discard())} />
        <TextField {...form.field("title")} label={t("planTitle")} data-autofocus maxLength={200} />
        <DateField {...form.field("due_date")} label={t("planDay")} description={t("planNote")} />
      </Form>
    </Dialog>
  );
}
