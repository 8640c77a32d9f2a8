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
  /** Reads the list behind the dialog again. */
  refetch: () => Promise<unknown>;
  savedText: string;
  close: () => void;
}

/** The form of a dialog that creates or changes one entry of a list of a bot. */
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
      // Show somebody else's version in the list behind the dialog. What is typed here stays.
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

/** The form element of such a dialog, with its buttons. */
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
