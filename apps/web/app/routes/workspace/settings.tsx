import { useTranslation } from "react-i18next";
import { enter } from "../../features/auth/enter.ts";
import { useAccount } from "../../features/auth/session.ts";
import { ChangePassword } from "../../features/settings/password.tsx";
import { Preferences } from "../../features/settings/preferences.tsx";
import { Sessions } from "../../features/settings/sessions.tsx";
import styles from "../../features/settings/settings.module.css";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import type { Route } from "./+types/settings.ts";
import column from "./column.module.css";

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => enter(request, "auth");

export default function Settings() {
  const { t } = useTranslation("account");
  const account = useAccount();
  if (!account) return null;
  return (
    <main className={column.page}>
      <title>{`${t("settings")} · Kakehashi`}</title>
      <PageHeader title={t("settings")} note={account.email} />
      <div className={column.column}>
        <Preferences account={account} />
        <section className={styles.section}>
          <h2>{t("settingsPassword")}</h2>
          <ChangePassword email={account.email} />
        </section>
        <section className={styles.section}>
          <h2>{t("settingsSessions")}</h2>
          <Sessions />
        </section>
      </div>
    </main>
  );
}
