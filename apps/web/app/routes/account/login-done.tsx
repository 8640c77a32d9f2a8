import { redirect } from "react-router";
import styles from "../../features/auth/form.module.css";
import { nextPageFor } from "../../features/auth/next-page.ts";
import { accountQuery } from "../../features/auth/session.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import type { Route } from "./+types/login-done.ts";

/**
 * The page to which a Google sign-in returns. It redirects to the page that the person wanted to open. A new person is
 * redirected to the next question that they must answer first.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const nextAddress = new URL(request.url).searchParams.get("next");
  const account = await getQueryClient().ensureQueryData(accountQuery);
  if (!account) throw redirect("/login");
  // If the account is deactivated, open the profile page, because it explains why a profile is blocked.
  throw redirect(account.status === "DEACTIVATED" ? "/profile" : nextPageFor(account, nextAddress));
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation("common");
  return (
    <p className={styles.note} role="status">
      <DocumentTitle>{t("loading")}</DocumentTitle>
      {t("loading")}
    </p>
  );
}

export default function LoginDonePage() {
  return null;
}
