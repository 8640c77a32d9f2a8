import { checkConfirmationOrResetLink } from "@kakehashi/contract/auth";
import { Link } from "react-router";
import { CheckingMailLinkNote } from "../../features/auth/checking-mail-link-note.tsx";
import { ConfirmSignUpForm } from "../../features/auth/confirm-form.tsx";
import styles from "../../features/auth/form.module.css";
import { ExpiredSignUp, InvalidMailLinkNote } from "../../features/auth/invalid-mail-link-note.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { FailedState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/register-confirm.ts";

/**
 * Only check the mailed link when the page loads. Some mail programs open links by themselves, and must not use the
 * link up.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") || "-";
  try {
    const { data } = await call(checkConfirmationOrResetLink, { body: { token, purpose: "confirm" } });
    return { token, state: data.state, error: null };
  } catch (error) {
    return { token, state: null, error };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation("auth");
  return <CheckingMailLinkNote page={t("confirmTitle")} />;
}

export default function ConfirmRegistration({ loaderData: { token, state, error } }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "common"]);
  if (state === null) return <FailedState error={error} retry={() => location.reload()} />;
  if (state === "open") return <ConfirmSignUpForm token={token} />;
  if (state === "expired") return <ExpiredSignUp token={token} />;
  if (state === "confirmed")
    return (
      <InvalidMailLinkNote title={t("alreadyConfirmedTitle")} text={t("alreadyConfirmedText")} isAlreadyDone>
        <Link className={styles.link} to="/login">
          {t("common:signIn")}
        </Link>
      </InvalidMailLinkNote>
    );
  return (
    <InvalidMailLinkNote
      page={t("confirmTitle")}
      title={t("confirmFailedTitle")}
      text={t("confirmFailedText")}
    >
      <Link className={styles.link} to="/login">
        {t("common:signIn")}
      </Link>
      <Link to="/register">{t("common:signUp")}</Link>
    </InvalidMailLinkNote>
  );
}
