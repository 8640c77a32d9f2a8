import { checkMailLink } from "@kakehashi/contract/auth";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CheckingLink } from "../../features/auth/checking-link.tsx";
import { ConfirmForm } from "../../features/auth/confirm-form.tsx";
import { DeadLink, ExpiredSignUp } from "../../features/auth/dead-link.tsx";
import styles from "../../features/auth/form.module.css";
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
    const { data } = await call(checkMailLink, { body: { token, purpose: "confirm" } });
    return { token, state: data.state, error: null };
  } catch (error) {
    return { token, state: null, error };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation("auth");
  return <CheckingLink page={t("confirmTitle")} />;
}

export default function ConfirmRegistration({ loaderData: { token, state, error } }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "common"]);
  if (state === null) return <FailedState error={error} retry={() => location.reload()} />;
  if (state === "open") return <ConfirmForm token={token} />;
  if (state === "expired") return <ExpiredSignUp token={token} />;
  if (state === "confirmed")
    return (
      <DeadLink title={t("alreadyConfirmedTitle")} text={t("alreadyConfirmedText")} isAlreadyDone>
        <Link className={styles.link} to="/login">
          {t("common:signIn")}
        </Link>
      </DeadLink>
    );
  return (
    <DeadLink page={t("confirmTitle")} title={t("confirmFailedTitle")} text={t("confirmFailedText")}>
      <Link className={styles.link} to="/login">
        {t("common:signIn")}
      </Link>
      <Link to="/register">{t("common:signUp")}</Link>
    </DeadLink>
  );
}
