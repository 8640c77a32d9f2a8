import { type Language, languageCookieName, languages } from "@kakehashi/contract/languages";
import { setInterfaceLanguage } from "@kakehashi/contract/users";
import { switchLanguage } from "../../i18n/browser.ts";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { storeInCookie } from "../../kit/cookies.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { accountQuery } from "./session.ts";

/**
 * Returns the interface language and a function that changes it. A signed-in person must confirm the change
 * (docs/rules.md).
 */
export function useInterfaceLanguage(): {
  language: Language;
  changeLanguage: (newLanguage: string) => Promise<void>;
} {
  const { t, i18n } = useTranslation("workspace");
  const language = languages.find((option) => option === i18n.language) ?? "en";

  async function changeLanguage(value: string): Promise<void> {
    const newLanguage = languages.find((option) => option === value);
    if (!newLanguage || newLanguage === language) return;
    const client = getQueryClient();
    const account = client.getQueryData(accountQuery.queryKey);
    if (account) {
      const isConfirmed = await askToConfirm({
        title: t("languageTitle"),
        text: t("languageText", { language: nativeLanguageNames[newLanguage] }),
        actionLabel: t("languageAction"),
      });
      if (!isConfirmed) return;
      try {
        const { data } = await call(setInterfaceLanguage, { body: { language: newLanguage } });
        client.setQueryData(accountQuery.queryKey, data);
      } catch (error) {
        toastError(error);
        return;
      }
    }
    storeInCookie(languageCookieName, newLanguage);
    await switchLanguage(i18n, newLanguage);
    if (account) toast(i18n.t("workspace:languageChanged"));
  }
  return { language, changeLanguage };
}
