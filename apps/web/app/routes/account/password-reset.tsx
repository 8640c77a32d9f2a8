import { checkConfirmationOrResetLink, resetPassword } from "@kakehashi/contract/auth";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { CheckingMailLinkNote } from "../../features/auth/checking-mail-link-note.tsx";
import styles from "../../features/auth/form.module.css";
import { InvalidMailLinkNote } from "../../features/auth/invalid-mail-link-note.tsx";
import { NewPasswordFields } from "../../features/auth/new-password.tsx";
import { SubmitButton } from "../../features/auth/submit-button.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import type { Route } from "./+types/password-reset.ts";

const loadResetPasswordSchema = () =>
  import("@kakehashi/contract/schemas/auth").then((auth) => auth.resetPassword.body);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") || "-";
  const link = await call(checkConfirmationOrResetLink, { body: { token, purpose: "reset" } }).catch(
    () => null,
  );
  // Checking the link has failed. Show the form anyway, because the server checks the link again when the password is
  // saved.
  return { token, isLinkOpen: link === null || link.data.state === "open" };
}
clientLoader.hydrate = true as const;

/**
 * Prevents a second check of the mailed link after the new password is saved. The link is used up then, but the page
 * must show that the password was saved.
 */
export const shouldRevalidate = () => false;

export function HydrateFallback() {
  const { t } = useTranslation("account");
  return <CheckingMailLinkNote page={t("resetTitle")} />;
}

export default function ResetPassword({ loaderData: { token, isLinkOpen } }: Route.ComponentProps) {
  const { t } = useTranslation(["account", "auth", "common"]);
  const hydrated = useHydrated();
  const [email, setEmail] = useState<string | null>(null);
  const form = useForm({
    schema: loadResetPasswordSchema,
    namesWithoutField: ["token"],
    values: { token, password: "", confirm_password: "" },
    send: async (body) => setEmail((await call(resetPassword, { body })).data.email),
  });
  if (email) {
    return (
      <div className={styles.result}>
        <DocumentTitle>{t("resetDone")}</DocumentTitle>
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
  if (!isLinkOpen)
    return (
      <InvalidMailLinkNote
        page={t("resetTitle")}
        title={t("auth:confirmFailedTitle")}
        text={t("auth:resetDeadText")}
      >
        <Link className={styles.link} to="/password/forgot">
          {t("forgotAction")}
        </Link>
        <Link to="/login">{t("common:signIn")}</Link>
      </InvalidMailLinkNote>
    );
  return (
    <>
      <DocumentTitle>{t("resetTitle")}</DocumentTitle>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("resetTitle")}</h1>
        <p className={styles.note}>{t("resetNote")}</p>
      </header>
      <Form
        form={form}
        actions={
          <SubmitButton isSubmitting={form.isSubmitting} isHydrated={hydrated}>
            {t("resetAction")}
          </SubmitButton>
        }
      >
        <NewPasswordFields form={form} label={t("newPassword")} />
      </Form>
      <p className={styles.aside}>
        <Link to="/password/forgot">{t("forgotLink")}</Link>
      </p>
    </>
  );
}
