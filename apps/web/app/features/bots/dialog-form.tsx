import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import styles from "./bots.module.css";
import {
  type ChangesOfOther,
  type SavedEntry,
  TheirChanges,
  useKnownEntry,
  useMergeOfNewerEntry,
} from "./their-changes.tsx";

interface DialogFormOptions<E extends SavedEntry, V extends FieldValues, I, O extends FieldValues> {
  schema: () => Promise<z.ZodType<O, I>>;
  /**
   * The newest saved version of the entry that the form edits. It may change while the form is open. Null for a new
   * entry.
   */
  entry: E | null;
  /** Returns the form's values for a saved entry. */
  valuesOf: (entry: E | null) => V;
  toBody: (values: V) => I;
  /**
   * Saves the entry. `revision` is its revision when the form was opened, by which the server detects changes of other
   * people. Null for a new entry.
   */
  save: (body: O, revision: number | null) => Promise<unknown>;
  refetchList: () => Promise<unknown>;
  savedToastText: string;
  close: () => void;
}

/**
 * The form of a dialog that creates or changes an entry, such as an article. If somebody else saves the entry
 * meanwhile, the form takes over their changes, except in fields that the writer has changed.
 */
export function useDialogForm<E extends SavedEntry, V extends FieldValues, O extends FieldValues, I>(
  options: DialogFormOptions<E, V, I, O>,
) {
  const { schema, entry, valuesOf, toBody, save, refetchList, savedToastText, close } = options;
  const mergeState = useKnownEntry(entry);
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
      // Refetch the list behind the dialog, so that the form gets the other person's version. The values that the
      // writer typed stay.
      if (error instanceof ApiError && error.code === "BOT.EDITED") await refetchList();
      return false;
    },
  });
  useMergeOfNewerEntry<E, V>(mergeState, { entry, valuesOf, form });
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
      {form.changesOfOther && <TheirChanges changesOfOther={form.changesOfOther} />}
      {children}
    </Form>
  );
}
