import { requestPasswordReset } from "@kakehashi/contract/auth";
import { useState } from "react";
import { Link } from "react-router";
import styles from "../../features/auth/form.module.css";
import { LinkSent } from "../../features/auth/link-sent.tsx";
import { SubmitButton } from "../../features/auth/submit-button.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";

const loadForgotPasswordSchema = () =>
  import("@kakehashi/contract/schemas/auth").then((auth) => auth.requestPasswordReset.body);

export default function ForgotPassword() {
  const { t } = useTranslation(["account", "auth", "common"]);
  const hydrated = useHydrated();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    schema: loadForgotPasswordSchema,
    values: { email: "" },
    send: async (body) => setSentTo((await call(requestPasswordReset, { body })).data.email),
  });
  if (sentTo)
    return (
      <LinkSent
        text={t("forgotSent", { email: sentTo })}
        resend={() => call(requestPasswordReset, { body: { email: sentTo } })}
      />
    );
  return (
    <>
      <DocumentTitle>{t("forgotTitle")}</DocumentTitle>
      <meta name="description" content={t("forgotNote")} />
      <header className={styles.header}>
        <h1 className={styles.title}>{t("forgotTitle")}</h1>
        <p className={styles.note}>{t("forgotNote")}</p>
      </header>
      <Form
        form={form}
        actions={
          <SubmitButton isSubmitting={form.isSubmitting} isHydrated={hydrated}>
            {t("forgotAction")}
          </SubmitButton>
        }
      >
        <TextField
          {...form.field("email")}
          label={t("auth:email")}
          type="email"
          autoComplete="username"
          inputMode="email"
        />
      </Form>
      <p className={styles.aside}>
        <Link to="/login">{t("common:signIn")}</Link>
      </p>
    </>
  );
}
