import type { UserSummary } from "@kakehashi/contract/users";
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, Path, PathValue } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { changesOfOther, type ValueChange } from "../../kit/merge-values.ts";
import { toast } from "../../kit/toast.ts";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { useNameInLine } from "../profiles/other-name.tsx";
import styles from "./bots.module.css";

/** An entry as the server has it. */
interface SavedEntry {
  readonly revision: number;
  readonly edited_by: UserSummary;
}

interface Options<E extends SavedEntry, V extends FieldValues, I, O extends FieldValues> {
  schema: () => Promise<z.ZodType<O, I>>;
  /** The entry as it is now. It may change while the form is open. Null for a new one. */
  entry: E | null;
  /** The values of the form for an entry. */
  valuesOf: (entry: E | null) => V;
  toBody: (values: V) => I;
  /** Saves an entry. `revision` is the one that the form knows. Null for a new entry. */
  save: (body: O, revision: number | null) => Promise<unknown>;
  /** Refetches the list behind the dialog. */
  refetch: () => Promise<unknown>;
  savedText: string;
  close: () => void;
}

/** The changes that somebody else has saved while the form was open. */
interface ChangesOfOther {
  readonly by: UserSummary;
  readonly changes: readonly ValueChange[];
}

/**
 * The form of a dialog that creates or changes one entry of a bot's list. Changes that somebody else saves,
 * such as a translator, appear in the form, except in fields that the writer has changed too.
 */
export function useDialogForm<E extends SavedEntry, V extends FieldValues, O extends FieldValues, I>(
  options: Options<E, V, I, O>,
) {
  const { schema, entry, valuesOf, toBody, save, refetch, savedText, close } = options;
  /** The entry from which the form began, or the newer one that it has merged since. */
  const [known, setKnown] = useState(entry);
  const [theirs, setTheirs] = useState<ChangesOfOther | null>(null);
  const form = useForm<V, O, I>({
    schema,
    mode: "onSubmit",
    values: valuesOf(entry),
    toBody,
    async send(body) {
      await save(body, known?.revision ?? null);
      await refetch();
      toast(savedText);
      close();
    },
    async onRefused(error) {
      // Refetch the list behind the dialog, so that the form gets the other person's version. The typed values stay.
      if (error instanceof ApiError && error.code === "BOT.EDITED") await refetch();
      return false;
    },
  });
  const takeOver = useEffectEvent((newer: E) => {
    if (!known || newer.revision <= known.revision) return;
    const changes = changesOfOther(valuesOf(known), form.getValues(), valuesOf(newer));
    setKnown(newer);
    if (changes.length === 0) return;
    for (const { path, theirs, isMineToo } of changes)
      if (!isMineToo) form.setValue(path as Path<V>, theirs as PathValue<V, Path<V>>);
    form.clearErrors("root");
    setTheirs({ by: newer.edited_by, changes });
  });
  useEffect(() => {
    if (entry) takeOver(entry);
  }, [entry]);
  return { ...form, theirs };
}

interface Props {
  form: ComponentProps<typeof Form>["form"] & {
    readonly isSubmitting: boolean;
    readonly theirs: ChangesOfOther | null;
  };
  close: () => void;
  children: ComponentProps<typeof Form>["children"];
}

/** The form element of a dialog, with the dialog's buttons. */
export function DialogForm({ form, close, children }: Props) {
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
      {form.theirs && <TheirChanges theirs={form.theirs} />}
      {children}
    </Form>
  );
}

/** Says who has changed the entry since, and shows their texts where the form keeps the writer's. */
function TheirChanges({ theirs: { by, changes } }: { theirs: ChangesOfOther }) {
  const { t } = useTranslation("bots");
  const nameOf = useNameInLine();
  const both = changes.filter(({ isMineToo }) => isMineToo);
  return (
    <div className={styles.theirs} role="status">
      <p>{t("theirsSaved", { name: nameOf(by) })}</p>
      {both.length > 0 && <p>{t("theirsBoth")}</p>}
      {both.map(({ path, theirs }) => (
        <blockquote key={path}>{typeof theirs === "string" ? theirs : t("theirsList")}</blockquote>
      ))}
    </div>
  );
}
