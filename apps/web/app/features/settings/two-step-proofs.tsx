import type { turnOffTwoStep } from "@kakehashi/contract/two-step";
import type { z } from "zod";
import { Form, useForm } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { CurrentCodeField } from "../auth/current-code.tsx";
import { CurrentPasswordField } from "../auth/current-password.tsx";
import styles from "./two-step-settings.module.css";

const loadTurnOffTwoStepSchema = () =>
  import("@kakehashi/contract/schemas/two-step").then((twoStepSchemas) => twoStepSchemas.turnOffTwoStep.body);

type TwoStepProofsBody = z.input<typeof turnOffTwoStep.body>;

/** Asks for the password and a code before two-step sign-in is turned off or the recovery codes are renewed. */
export function TwoStepProofsForm({
  note,
  action,
  email,
  onSubmitProofs,
}: {
  note: string;
  action: string;
  email: string;
  onSubmitProofs: (body: TwoStepProofsBody) => Promise<void>;
}) {
  const form = useForm({
    schema: loadTurnOffTwoStepSchema,
    mode: "onSubmit",
    values: { current_password: "", code: "" },
    send: onSubmitProofs,
  });
  return (
    <Form
      form={form}
      className={styles.form}
      actions={
        <Button type="submit" kind="primary" loading={form.isSubmitting}>
          {action}
        </Button>
      }
    >
      <p className={styles.note}>{note}</p>
      <CurrentPasswordField form={form} email={email} autoFocus />
      <CurrentCodeField form={form} />
    </Form>
  );
}
