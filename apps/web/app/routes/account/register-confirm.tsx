import { confirmSignUp } from "@kakehashi/contract/auth";
import { IconCheck, IconLinkOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "../../features/auth/form.module.css";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { FailedState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/register-confirm.ts";

/** In the browser, so that a mail program that looks at links does not spend this one. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  try {
    const { data } = await call(confirmSignUp, { body: { token } });
    return { email: data.email, error: null };
  } catch (error) {
    return { email: null, error };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation("auth");
  return (
    <p className={styles.note} role="status">
      {t("confirming")}
    </p>
  );
}

export default function Confirm({ loaderData: { email, error } }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "common"]);
  if (error && !(error instanceof ApiError && error.status < 500 && error.status > 0)) {
    return <FailedState error={error} retry={() => location.reload()} />;
  }
  return (
    <div className={styles.outcome}>
      <title>{`${t(email ? "confirmedTitle" : "confirmFailedTitle")} · Kakehashi`}</title>
      <span className={styles.symbol} data-tone={email ? "done" : undefined}>
        {email ? <IconCheck size={24} stroke={1.8} /> : <IconLinkOff size={24} stroke={1.6} />}
      </span>
      <h1 className={styles.title}>{t(email ? "confirmedTitle" : "confirmFailedTitle")}</h1>
      <p className={styles.note}>{email ? t("confirmedText", { email }) : t("confirmFailedText")}</p>
      <div className={styles.links}>
        <Link className={styles.link} to={email ? `/login?email=${encodeURIComponent(email)}` : "/login"}>
          {t("common:signIn")}
        </Link>
        {!email && <Link to="/register">{t("common:signUp")}</Link>}
      </div>
    </div>
  );
}
