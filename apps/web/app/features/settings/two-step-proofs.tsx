import type { turnOffTwoStep } from "@kakehashi/contract/two-step";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import { CodeField } from "../auth/code-field.tsx";
import styles from "./two-step.module.css";

const schema = () =>
  import("@kakehashi/contract/schemas/two-step").then((twoStep) => twoStep.turnOffTwoStep.body);

type Body = z.input<typeof turnOffTwoStep.body>;

/** The password and a code, for what weakens the sign-in. */
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
  const { t, i18n } = useTranslation(["twoStep", "account", "auth"]);
  const textOf = useErrorText();
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm<Body, unknown, Body>({
    resolver: checkedBy(schema, i18n.language),
    defaultValues: { current_password: "", code: "" },
  });
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
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        {...register("current_password")}
        label={t("account:currentPassword")}
        error={errors.current_password?.message}
        toggleLabel={t("auth:showPassword")}
        autoComplete="current-password"
        data-autofocus
      />
      <CodeField
        register={register}
        name="code"
        label={t("auth:code")}
        error={errors.code?.message}
        onSwitch={() => {
          resetField("code");
          setFocus("code");
        }}
      />
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
