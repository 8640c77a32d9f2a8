import { useTranslation } from "react-i18next";
import { useAccount } from "../../features/auth/session.ts";
import { DeleteAccount } from "../../features/deletion/delete-account.tsx";
import { ExportData } from "../../features/exports/export-data.tsx";
import { PushSettings } from "../../features/push/push-settings.tsx";
import { GoogleAccount } from "../../features/settings/google.tsx";
import { Identity } from "../../features/settings/identity.tsx";
import { ChangePassword } from "../../features/settings/password.tsx";
import { Preferences } from "../../features/settings/preferences.tsx";
import { Sessions } from "../../features/settings/sessions.tsx";
import styles from "../../features/settings/settings.module.css";
import { TwoStep } from "../../features/settings/two-step.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import column from "./column.module.css";

export async function clientLoader() {
  await Promise.all([loadTexts("leaving"), loadTexts("twoStep"), loadTexts("push")]);
  return null;
}

export default function Settings() {
  const { t } = useTranslation("account");
  const account = useAccount();
  if (!account) return null;
  return (
    <main className={column.page}>
      <title>{`${t("settings")} · Kakehashi`}</title>
      <PageHeader title={t("settings")} note={account.email} />
      <div className={column.column}>
        <Identity account={account} />
        <Preferences account={account}>
          <PushSettings account={account} />
        </Preferences>
        <section className={styles.section}>
          <h2>{t("settingsPassword")}</h2>
          <ChangePassword email={account.email} />
        </section>
        <section className={styles.section} data-two-step>
          <h2>{t("settingsTwoStep")}</h2>
          <TwoStep account={account} />
        </section>
        <GoogleAccount account={account} />
        <section className={styles.section}>
          <h2>{t("settingsSessions")}</h2>
          <Sessions />
        </section>
        <ExportData />
        <DeleteAccount account={account} />
      </div>
    </main>
  );
}
