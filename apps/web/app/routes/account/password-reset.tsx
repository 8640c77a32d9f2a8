import { resetPassword } from "@kakehashi/contract/auth";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styles from "../../features/auth/form.module.css";
import { NewPassword } from "../../features/auth/new-password.tsx";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.resetPassword.body);

export default function Reset() {
  const { t, i18n } = useTranslation(["account", "auth", "common"]);
  const textOf = useErrorText();
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const [email, setEmail] = useState<string | null>(null);
  const form = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { token: search.get("token") || "-", password: "", confirm_password: "" },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      setEmail((await call(resetPassword, { body })).data.email);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  if (email) {
    return (
      <div className={styles.outcome}>
        <title>{`${t("resetDone")} · Kakehashi`}</title>
        <span className={styles.symbol} data-tone="done">
          <IconCheck size={24} stroke={1.8} aria-hidden="true" />
        </span>
        <h1 className={styles.title}>{t("resetDone")}</h1>
        <p className={styles.note}>{t("resetDoneText")}</p>
        <Link className={styles.link} to={`/login?email=${encodeURIComponent(email)}`}>
          {t("common:signIn")}
        </Link>
      </div>
    );
  }
  const refusal = errors.root?.message ?? (errors.token && t("auth:confirmFailedTitle"));
  return (
    <>
      <title>{`${t("resetTitle")} · Kakehashi`}</title>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("resetTitle")}</h1>
        <p className={styles.note}>{t("resetNote")}</p>
      </header>
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <NewPassword form={form} label={t("newPassword")} />
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        <Button type="submit" kind="primary" size="md" fullWidth loading={isSubmitting} disabled={!hydrated}>
          {t("resetAction")}
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to="/password/forgot">{t("forgotLink")}</Link>
      </p>
    </>
  );
}
