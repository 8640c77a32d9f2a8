import { type EmailChange, requestEmailChange } from "@kakehashi/contract/email-change";
import { getTwoStep } from "@kakehashi/contract/two-step";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { CurrentCode } from "../auth/current-code.tsx";
import { CurrentPassword } from "../auth/current-password.tsx";
import styles from "./settings.module.css";

const schema = () =>
  import("@kakehashi/contract/schemas/email-change").then((change) => change.requestEmailChange.body);

type Body = z.input<typeof requestEmailChange.body>;
type Output = z.output<typeof requestEmailChange.body>;

/** Asks for the new address, the password and, with two-step sign-in, a code. */
export function EmailForm({ email, onSent }: { email: string; onSent: (change: EmailChange) => void }) {
  const { t, i18n } = useTranslation(["account", "auth"]);
  const textOf = useErrorText();
  const { data: twoStep } = useQuery({
    queryKey: ["two-step"],
    queryFn: async ({ signal }) => (await call(getTwoStep, { signal })).data,
  });
  const form = useForm<Body, unknown, Output>({
    resolver: checkedBy<Body, Output>(schema, i18n.language),
    mode: "onTouched",
    shouldUnregister: true,
    defaultValues: { email: "", current_password: "" },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      onSent((await call(requestEmailChange, { body })).data);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.quiet}>{t("emailAskNote")}</p>
      <TextField
        {...register("email")}
        type="email"
        label={t("newEmail")}
        error={errors.email?.message}
        autoComplete="off"
        data-autofocus
      />
      <CurrentPassword form={form} email={email} />
      {twoStep?.since && <CurrentCode form={form} />}
      {errors.root && (
        <p className={styles.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <div>
        <Button type="submit" kind="primary" loading={isSubmitting}>
          {t("emailAsk")}
        </Button>
      </div>
    </form>
  );
}
