import { type SettingsChange, updateSettings } from "@kakehashi/contract/account-settings";
import { type Language, languageSchema, languages } from "@kakehashi/contract/schemas/languages";
import { themes } from "@kakehashi/contract/user-settings";
import { type Account, setKnownLanguages, setWorkingLanguage } from "@kakehashi/contract/users";
import { useMantineColorScheme } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { accountQuery } from "../auth/session.ts";
import { useInterfaceLanguage } from "../auth/use-language.ts";
import styles from "./settings.module.css";
import { TimeZoneField } from "./time-zone-field.tsx";

const themeTextKeys = { auto: "themeAuto", light: "themeLight", dark: "themeDark" } as const;
const switchesBySection = {
  writing: [["enter_sends", "enterSends", "enterSendsNote"]],
  notifications: [["notify_desktop", "notifyDesktop", null]],
  privacy: [["show_presence", "showPresence", "showPresenceNote"]],
} as const;
const sectionTitleTextKeys = {
  writing: "settingsWriting",
  notifications: "settingsNotifications",
  privacy: "settingsPrivacy",
} as const;

/**
 * The person's preferences. Each change is saved at once, for all devices. `children` are shown in the section with
 * the notifications.
 */
export function PreferencesForm({ account, children }: { account: Account; children: ReactNode }) {
  const { t } = useTranslation(["account", "common", "workspace"]);
  const { language, changeLanguage: change } = useInterfaceLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const { mutate, isPending } = useMutation({
    mutationFn: (sendSettings: () => Promise<{ data: Account }>) => sendSettings(),
    onSuccess: ({ data }) => {
      getQueryClient().setQueryData(accountQuery.queryKey, data);
      toast(t("saved"));
    },
  });
  const saveSettings = (body: SettingsChange) => mutate(() => call(updateSettings, { body }));

  /**
   * Asks for confirmation, then saves the working language. The select is a controlled field, so that the new language
   * appears only after the server has saved it.
   */
  async function changeWorkingLanguage(newLanguage: Language): Promise<void> {
    const isConfirmed = await askToConfirm({
      title: t("workingTitle"),
      text: t("workingText", { language: nativeLanguageNames[newLanguage] }),
      actionLabel: t("workspace:languageAction"),
    });
    if (isConfirmed) mutate(() => call(setWorkingLanguage, { body: { language: newLanguage } }));
  }

  const { settings } = account;
  return (
    <>
      <section id="languages" className={styles.section}>
        <h2>{t("settingsLanguages")}</h2>
        <div className={styles.fields}>
          <SelectField
            label={t("interfaceLanguage")}
            value={language}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          >
            {languages.map((option) => (
              <option key={option} value={option} lang={option}>
                {nativeLanguageNames[option]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t("workingLanguage")}
            description={t("workingLanguageNote")}
            value={account.working_language ?? ""}
            disabled={isPending}
            onChange={({ currentTarget }) => changeWorkingLanguage(languageSchema.parse(currentTarget.value))}
          >
            {account.working_language === null && <option value="" />}
            {languages.map((option) => (
              <option key={option} value={option} lang={option}>
                {nativeLanguageNames[option]}
              </option>
            ))}
          </SelectField>
          <TimeZoneField
            value={settings.time_zone}
            disabled={isPending}
            onChange={(time_zone) => saveSettings({ time_zone })}
          />
          <SelectField
            label={t("common:theme")}
            value={settings.theme}
            disabled={isPending}
            onChange={({ currentTarget }) => {
              const theme = themes.find((option) => option === currentTarget.value);
              if (!theme) return;
              setColorScheme(theme);
              saveSettings({ theme });
            }}
          >
            {themes.map((theme) => (
              <option key={theme} value={theme}>
                {t(`common:${themeTextKeys[theme]}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <KnownLanguages
          account={account}
          disabled={isPending}
          onChange={(body) => mutate(() => call(setKnownLanguages, { body }))}
        />
        <Checkbox
          className={styles.showOriginals}
          label={t("showOriginals")}
          checked={settings.show_originals}
          disabled={isPending}
          onChange={({ currentTarget }) => saveSettings({ show_originals: currentTarget.checked })}
        />
      </section>
      <SwitchSettings settings={settings} disabled={isPending} saveSettings={saveSettings}>
        {children}
      </SwitchSettings>
    </>
  );
}

interface KnownLanguagesProps {
  account: Account;
  disabled: boolean;
  onChange: (change: { languages: Language[] }) => void;
}

/** The field for the languages that the person knows. The working language cannot be removed from them. */
function KnownLanguages({ account, disabled, onChange }: KnownLanguagesProps) {
  const { t } = useTranslation("account");
  return (
    <fieldset className={styles.known}>
      <legend>{t("knownLanguages")}</legend>
      <p>{t("knownLanguagesNote")}</p>
      {languages.map((language) => (
        <Checkbox
          key={language}
          label={<span lang={language}>{nativeLanguageNames[language]}</span>}
          checked={account.languages.includes(language)}
          disabled={disabled || language === account.working_language}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              languages: languages.filter((knownLanguage) =>
                knownLanguage === language ? checked : account.languages.includes(knownLanguage),
              ),
            })
          }
        />
      ))}
    </fieldset>
  );
}

interface SwitchSettingsProps {
  settings: Account["settings"];
  disabled: boolean;
  saveSettings: (change: SettingsChange) => void;
  /** More settings, shown in the section with the notifications. */
  children: ReactNode;
}

/** The preferences that have an on/off switch. */
function SwitchSettings({ settings, disabled, saveSettings, children }: SwitchSettingsProps) {
  const { t } = useTranslation("account");
  async function setDesktopNotices(isOn: boolean): Promise<void> {
    if (isOn && "Notification" in window && (await Notification.requestPermission()) !== "granted") return;
    saveSettings({ notify_desktop: isOn });
  }
  return (["writing", "notifications", "privacy"] as const).map((group) => (
    <section key={group} id={group} className={styles.section}>
      <h2>{t(sectionTitleTextKeys[group])}</h2>
      {switchesBySection[group].map(([name, label, noteTextKey]) => (
        <Checkbox
          key={name}
          label={t(label)}
          description={noteTextKey && t(noteTextKey)}
          checked={settings[name]}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) =>
            name === "notify_desktop" ? setDesktopNotices(checked) : saveSettings({ [name]: checked })
          }
        />
      ))}
      {group === "notifications" && children}
    </section>
  ));
}
