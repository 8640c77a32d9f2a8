import { type PendingEmailChange, requestEmailChange } from "@kakehashi/contract/email-change";
import { getTwoStep } from "@kakehashi/contract/two-step";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { CurrentCodeField } from "../auth/current-code.tsx";
import { CurrentPasswordField } from "../auth/current-password.tsx";
import styles from "./settings.module.css";

const loadRequestEmailChangeSchema = () =>
  import("@kakehashi/contract/schemas/email-change").then((change) => change.requestEmailChange.body);

/** A form that changes the e-mail address. It asks for the password and, if two-step sign-in is on, for a code. */
export function EmailForm({
  email,
  onSent,
}: {
  email: string;
  onSent: (change: PendingEmailChange) => void;
}) {
  const { t } = useTranslation(["account", "auth"]);
  const { data: twoStep } = useQuery({
    queryKey: ["two-step"],
    queryFn: async ({ signal }) => (await call(getTwoStep, { signal })).data,
  });
  const form = useForm({
    schema: loadRequestEmailChangeSchema,
    shouldUnregister: true,
    values: { email: "", current_password: "" },
    send: async (body) => onSent((await call(requestEmailChange, { body })).data),
  });
  return (
    <Form
      form={form}
      className={styles.form}
      actions={
        <div>
          <Button type="submit" kind="primary" loading={form.isSubmitting}>
            {t("emailAsk")}
          </Button>
        </div>
      }
    >
      <p className={styles.mutedText}>{t("emailAskNote")}</p>
      <TextField
        {...form.field("email")}
        type="email"
        label={t("newEmail")}
        autoComplete="off"
        data-autofocus
      />
      <CurrentPasswordField form={form} email={email} />
      {twoStep?.since && <CurrentCodeField form={form} />}
    </Form>
  );
}
