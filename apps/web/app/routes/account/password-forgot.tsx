import { forgotPassword } from "@kakehashi/contract/auth";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "../../features/auth/form.module.css";
import { LinkSent } from "../../features/auth/link-sent.tsx";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.forgotPassword.body);

export default function Forgot() {
  const { t, i18n } = useTranslation(["account", "auth", "common"]);
  const textOf = useErrorText();
  const hydrated = useHydrated();
  const [sent, setSent] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      setSent((await call(forgotPassword, { body })).data.email);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  if (sent)
    return (
      <LinkSent
        text={t("forgotSent", { email: sent })}
        resend={() => call(forgotPassword, { body: { email: sent } })}
      />
    );
  return (
    <>
      <PageTitle>{t("forgotTitle")}</PageTitle>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("forgotTitle")}</h1>
        <p className={styles.note}>{t("forgotNote")}</p>
      </header>
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <TextField
          {...register("email")}
          label={t("auth:email")}
          error={errors.email?.message}
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        {errors.root && (
          <p className={styles.refusal} role="alert">
            {errors.root.message}
          </p>
        )}
        <Button type="submit" kind="primary" size="md" fullWidth loading={isSubmitting} disabled={!hydrated}>
          {t("forgotAction")}
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to="/login">{t("common:signIn")}</Link>
      </p>
    </>
  );
}
