import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";

interface Options<V extends FieldValues, I, O extends FieldValues> {
  schema: () => Promise<z.ZodType<O, I>>;
  values: V;
  toBody: (values: V) => I;
  save: (body: O) => Promise<unknown>;
  /** Refetches the list behind the dialog. */
  refetch: () => Promise<unknown>;
  savedText: string;
  close: () => void;
}

/** The form of a dialog that creates or changes one entry of a bot's list. */
export function useDialogForm<V extends FieldValues, O extends FieldValues, I>(options: Options<V, I, O>) {
  const { schema, values, toBody, save, refetch, savedText, close } = options;
  return useForm<V, O, I>({
    schema,
    mode: "onSubmit",
    values,
    toBody,
    async send(body) {
      await save(body);
      await refetch();
      toast(savedText);
      close();
    },
    async onRefused(error) {
      // Refetch the list behind the dialog, so that it shows the other person's version. The typed values stay.
      if (error instanceof ApiError && error.code === "BOT.EDITED") await refetch();
      return false;
    },
  });
}

interface Props {
  form: ComponentProps<typeof Form>["form"] & { readonly isSubmitting: boolean };
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
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t("save")}
        </DialogButtons>
      }
    >
      {children}
    </Form>
  );
}
