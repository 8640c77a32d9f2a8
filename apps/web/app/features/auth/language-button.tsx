import { IconLanguage } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useInterfaceLanguage } from "./use-language.ts";

/** The button that opens the language menu. It shows the current language. */
export function LanguageButton(props: ComponentProps<typeof Button>) {
  const { t } = useTranslation();
  const { language } = useInterfaceLanguage();
  return (
    <Button
      {...props}
      kind="quiet"
      leftSection={<IconLanguage size={18} stroke={1.6} />}
      aria-label={`${t("language")}: ${nativeLanguageNames[language]}`}
    >
      {nativeLanguageNames[language]}
    </Button>
  );
}
