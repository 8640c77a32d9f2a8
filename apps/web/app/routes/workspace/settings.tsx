import { useRef } from "react";
import { useAccount } from "../../features/auth/session.ts";
import { DeleteAccount } from "../../features/deletion/delete-account.tsx";
import { ExportData } from "../../features/exports/export-data.tsx";
import { PushAndMailSettings } from "../../features/push/push-settings.tsx";
import { AccountActivity } from "../../features/settings/activity.tsx";
import { EmailAddressSettings } from "../../features/settings/email-address-settings.tsx";
import { GoogleAccountSettings } from "../../features/settings/google.tsx";
import { RoleAndAccountTypeSettings } from "../../features/settings/identity.tsx";
import { ChangePassword } from "../../features/settings/password.tsx";
import { PreferencesForm } from "../../features/settings/preferences.tsx";
import { SectionList } from "../../features/settings/section-list.tsx";
import { SessionSettings } from "../../features/settings/sessions.tsx";
import styles from "../../features/settings/settings.module.css";
import { StorageUse } from "../../features/settings/storage-use.tsx";
import { TwoStepSettings } from "../../features/settings/two-step-settings.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "workspace:settings" };

export async function clientLoader() {
  await Promise.all((["account", "auth", "leaving", "twoStep", "push"] as const).map(loadTexts));
  return null;
}

export default function Settings() {
  const { t } = useTranslation("account");
  const account = useAccount();
  const page = useRef<HTMLElement>(null);
  if (!account) return null;
  return (
    <Page title={t("settings")} note={account.email} width="wide" ref={page}>
      <div className={styles.columns}>
        <SectionList scrollHost={page} />
        <div>
          <RoleAndAccountTypeSettings account={account} />
          <PreferencesForm account={account}>
            <PushAndMailSettings account={account} />
          </PreferencesForm>
          <EmailAddressSettings account={account} />
          <section id="password" className={styles.section}>
            <h2>{t("settingsPassword")}</h2>
            <ChangePassword email={account.email} />
          </section>
          <section id="two-step" className={styles.section} data-two-step>
            <h2>{t("settingsTwoStep")}</h2>
            <TwoStepSettings account={account} />
          </section>
          <GoogleAccountSettings account={account} />
          <section id="sessions" className={styles.section}>
            <h2>{t("settingsSessions")}</h2>
            <SessionSettings />
          </section>
          <section id="activity" className={styles.section}>
            <h2>{t("settingsActivity")}</h2>
            <AccountActivity />
          </section>
          <StorageUse />
          <ExportData />
          <DeleteAccount account={account} />
        </div>
      </div>
    </Page>
  );
}
