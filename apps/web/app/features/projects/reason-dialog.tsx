import { maximumFreeTextLength } from "@kakehashi/contract/profiles";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useFormAutosave } from "../../kit/use-form-draft.ts";
import { RestoredDraftNote, useDialogDraft } from "./dialog-draft.tsx";
import styles from "./projects.module.css";

const reasonSchemas = {
  required: () =>
    import("@kakehashi/contract/schemas/activation").then(
      ({ decisionReasonBodySchema: reasonBodySchema }) => reasonBodySchema,
    ),
  optional: () =>
    import("@kakehashi/contract/schemas/project-bodies").then(
      ({ invitationRefusalBody }) => invitationRefusalBody,
    ),
} as const;

interface ReasonDialogProps {
  title: string;
  /** The label of the button that confirms the refusal. */
  action: string;
  /** The storage key for the draft of the reason. It identifies the refused application or person. */
  formKey: string;
  /** Whether a reason must be given. By default the reason may be empty. */
  isRequired?: boolean;
  onClose: () => void;
  onSubmitReason: (reason: string) => Promise<unknown>;
}

/** A dialog that asks for the reason of a refusal. The typed reason survives a failed request and a reload. */
export function ReasonDialog({
  title,
  action,
  formKey,
  isRequired = false,
  onClose,
  onSubmitReason,
}: ReasonDialogProps) {
  const { t } = useTranslation(["projects", "common"]);
  const draft = useDialogDraft(`reason ${formKey}`, { reason: "" });
  const form = useForm({
    schema: reasonSchemas[isRequired ? "required" : "optional"],
    values: draft.values,
    mode: "onSubmit",
    restoredTextNote: draft.isSafe ? t("draftAfterReload") : undefined,
    async send({ reason }) {
      await onSubmitReason(reason);
      draft.finish();
      onClose();
    },
    onRefused(error) {
      if (!(error instanceof ApiError && error.status === 409)) return false;
      // Close the dialog, because somebody else has already decided.
      toastError(error);
      draft.finish();
      onClose();
      return true;
    },
  });
  useFormAutosave(draft, form.watch());
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Form
        form={form}
        actions={
          <div className={styles.actions}>
            <Button onClick={onClose}>{t("common:cancel")}</Button>
            <Button type="submit" kind="primary" loading={form.isSubmitting}>
              {action}
            </Button>
          </div>
        }
      >
        <RestoredDraftNote draft={draft} onDiscard={() => form.reset(draft.discard())} />
        <TextArea
          {...form.field("reason")}
          data-autofocus
          aria-required={isRequired}
          label={t("reason")}
          description={t(isRequired ? "reasonRead" : "reasonHint")}
          rows={3}
          maxLength={maximumFreeTextLength}
        />
      </Form>
    </Dialog>
  );
}
