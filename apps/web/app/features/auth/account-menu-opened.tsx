import { updateSettings } from "@kakehashi/contract/account-settings";
import { languages } from "@kakehashi/contract/languages";
import type { Account } from "@kakehashi/contract/users";
import { useMantineColorScheme } from "@mantine/core";
import { IconHelp, IconLogout, IconSettings, IconShield, IconUser } from "@tabler/icons-react";
import { Link } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { useOpenWhenLoaded } from "../../kit/ui/open-when-loaded.ts";
import { AccountButton } from "./account-button.tsx";
import styles from "./account-menu.module.css";
import { accountQuery, signOutInAllTabs } from "./session.ts";
import { useInterfaceLanguage } from "./use-language.ts";

const colourSchemes = [
  ["auto", "themeAuto"],
  ["light", "themeLight"],
  ["dark", "themeDark"],
] as const;

/** The account menu. Its code is loaded when the menu is first opened. */
export function AccountMenuContent({
  account,
  position,
}: {
  account: Account;
  position: "right-end" | "top-end";
}) {
  const { t } = useTranslation(["auth", "common", "profiles", "workspace"]);
  const { language, changeLanguage } = useInterfaceLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { target, opened, setOpened } = useOpenWhenLoaded();

  async function confirmAndSignOut(): Promise<void> {
    const isConfirmed = await askToConfirm({
      title: t("signOutTitle"),
      text: t("signOutText"),
      actionLabel: t("common:signOut"),
    });
    if (!isConfirmed) return;
    await signOutInAllTabs().catch(toastError);
  }

  return (
    <Menu position={position} offset={8} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <AccountButton ref={target} account={account} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.account}>
          <p className={styles.name}>{account.name}</p>
          <p className={styles.address}>{account.email}</p>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={18} stroke={1.6} />} component={Link} to="/profile">
          {t("profiles:title")}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={18} stroke={1.6} />} component={Link} to="/settings">
          {t("workspace:settings")}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={18} stroke={1.6} />} component={Link} to="/help/contact">
          {t("workspace:help")}
        </Menu.Item>
        {account.role === "admin" && (
          <Menu.Item leftSection={<IconShield size={18} stroke={1.6} />} component={Link} to="/admin">
            {t("workspace:admin")}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t("common:language")}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={changeLanguage}>
          {languages.map((option) => (
            <Menu.RadioItem key={option} value={option} lang={option} closeMenuOnClick>
              {nativeLanguageNames[option]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t("common:theme")}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const chosenScheme = colourSchemes.find(([scheme]) => scheme === value);
            if (!chosenScheme) return;
            setColorScheme(chosenScheme[0]);
            void call(updateSettings, { body: { theme: chosenScheme[0] } })
              .then(({ data }) => getQueryClient().setQueryData(accountQuery.queryKey, data))
              .catch(toastError);
          }}
        >
          {colourSchemes.map(([scheme, key]) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick={false}>
              {t(`common:${key}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={confirmAndSignOut}>
          {t("common:signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
