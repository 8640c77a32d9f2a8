import type { turnOffTwoStep } from "@kakehashi/contract/two-step";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { CurrentCode } from "../auth/current-code.tsx";
import { CurrentPassword } from "../auth/current-password.tsx";
import styles from "./two-step.module.css";

const schema = () =>
  import("@kakehashi/contract/schemas/two-step").then((twoStep) => twoStep.turnOffTwoStep.body);

type Body = z.input<typeof turnOffTwoStep.body>;

/** Asks for the password and a code, before changes that make signing in less secure. */
export function TwoStepProofs({
  note,
  action,
  email,
  give,
}: {
  note: string;
  action: string;
  email: string;
  give: (body: Body) => Promise<void>;
}) {
  const { i18n } = useTranslation("auth");
  const textOf = useErrorText();
  const form = useForm<Body, unknown, Body>({
    resolver: checkedBy(schema, i18n.language),
    defaultValues: { current_password: "", code: "" },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await give(body);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.note}>{note}</p>
      <CurrentPassword form={form} email={email} autoFocus />
      <CurrentCode form={form} />
      {errors.root && (
        <p className={styles.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" kind="primary" loading={isSubmitting}>
        {action}
      </Button>
    </form>
  );
}
