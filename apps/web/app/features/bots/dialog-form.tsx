import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import styles from "./bots.module.css";
import {
  type ChangesOfOther,
  ChangesOfOtherNote,
  type RevisionedItem,
  useFormBaseRevision,
  useMergeOfNewerRevision,
} from "./their-changes.tsx";

interface DialogFormOptions<E extends RevisionedItem, V extends FieldValues, I, O extends FieldValues> {
  schema: () => Promise<z.ZodType<O, I>>;
  /**
   * The newest saved version of the entry that the form edits. Somebody else may save a newer one while the form is
   * open. Null for a new entry.
   */
  entry: E | null;
  /** Returns the form's values for a saved entry. */
  valuesOf: (entry: E | null) => V;
  toBody: (values: V) => I;
  /**
   * Saves the entry. `revision` is the entry's revision on which the form is based. By this number the server notices
   * that somebody else has saved meanwhile. Null for a new entry.
   */
  save: (body: O, revision: number | null) => Promise<unknown>;
  refetchList: () => Promise<unknown>;
  savedToastText: string;
  close: () => void;
}

/**
 * The form of a dialog that creates or changes an entry, such as an article. If somebody else saves the same entry
 * meanwhile, their changes appear in the form. Fields that the writer has changed keep the writer's values.
 */
export function useDialogForm<E extends RevisionedItem, V extends FieldValues, O extends FieldValues, I>(
  options: DialogFormOptions<E, V, I, O>,
) {
  const { schema, entry, valuesOf, toBody, save, refetchList, savedToastText, close } = options;
  const mergeState = useFormBaseRevision(entry);
  const form = useForm<V, O, I>({
    schema,
    mode: "onSubmit",
    values: valuesOf(entry),
    toBody,
    async send(body) {
      await save(body, mergeState.knownEntry?.revision ?? null);
      await refetchList();
      toast(savedToastText);
      close();
    },
    async onRefused(error) {
      // Fetch the list behind the dialog again, so that the form gets the version that somebody else has saved. The
      // values that the writer has typed stay in the form.
      if (error instanceof ApiError && error.code === "BOT.EDITED") await refetchList();
      return false;
    },
  });
  useMergeOfNewerRevision<E, V>(mergeState, { entry, valuesOf, form });
  return { ...form, changesOfOther: mergeState.changesOfOther };
}

interface DialogFormProps {
  form: ComponentProps<typeof Form>["form"] & {
    readonly isSubmitting: boolean;
    readonly changesOfOther: ChangesOfOther | null;
  };
  close: () => void;
  children: ComponentProps<typeof Form>["children"];
}

/** The form element of a dialog, with the dialog's buttons. */
export function DialogForm({ form, close, children }: DialogFormProps) {
  const { t } = useTranslation("bots");
  return (
    <Form
      form={form}
      actions={
        <div className={styles.stays}>
          <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
            {t("save")}
          </DialogButtons>
        </div>
      }
    >
      {form.changesOfOther && <ChangesOfOtherNote changesOfOther={form.changesOfOther} />}
      {children}
    </Form>
  );
}
