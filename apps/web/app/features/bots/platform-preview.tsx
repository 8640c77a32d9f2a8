import type { Bot } from "@kakehashi/contract/bots";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { SaidMessage } from "@kakehashi/contract/flows/effects";
import type { PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { lazy, Suspense, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { formatPlatformName } from "./platform-names.ts";
import styles from "./platform-preview.module.css";

const ShownOnPlatform = lazy(() =>
  import("./platform-message-preview.tsx").then((module) => ({ default: module.PlatformMessagePreview })),
);

/** Returns the bot's platforms except the web, in the order of the bot's settings. */
const outsidePlatformsOf = (bot: Pick<Bot, "platforms">): OutsidePlatform[] =>
  bot.platforms.filter((platform): platform is OutsidePlatform => platform !== "WEB");

/** Chooses the text in the language that the preview shows. */
export type PickShownText = (texts: PartialTextsByLanguage) => string;

interface PlatformPreviewProps {
  bot: Bot;
  /**
   * Returns the message to show. It chooses its texts with `pickShownText`, which knows the language of the preview.
   * Null if there is nothing to show.
   */
  messageInLanguage: (pickShownText: PickShownText) => SaidMessage | null;
}

/**
 * A preview of a bot's text or article as it looks on Messenger and Zalo, where it may be split into several messages.
 * Renders nothing for a bot that is only on the web.
 */
export function PlatformPreview({ bot, messageInLanguage: createMessage }: PlatformPreviewProps) {
  const { t } = useTranslation("bots");
  const platforms = outsidePlatformsOf(bot);
  const [isOpen, setIsOpen] = useState(false);
  const [platform, setPlatform] = useState(platforms[0]);
  const [language, setLanguage] = useState<Language>(bot.languages[0] ?? "en");
  if (!platform) return null;
  const pickShownText: PickShownText = (texts) =>
    [language, ...bot.languages]
      .map((textLanguage) => texts[textLanguage] ?? "")
      .find((text) => text.trim() !== "") ?? "";
  const message = isOpen ? createMessage(pickShownText) : null;
  return (
    <details className={styles.preview} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t("previewOnPlatforms")}</summary>
      <div className={styles.choices}>
        <Select
          aria-label={t("previewPlatform")}
          value={platform}
          onChange={({ currentTarget: { value } }) =>
            setPlatform(platforms.find((knownPlatform) => knownPlatform === value) ?? platform)
          }
        >
          {platforms.map((platformOption) => (
            <option key={platformOption} value={platformOption}>
              {formatPlatformName(platformOption, t)}
            </option>
          ))}
        </Select>
        {bot.languages.length > 1 && (
          <Select
            aria-label={t("previewLanguage")}
            value={language}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
          >
            {bot.languages.map((languageOption) => (
              <option key={languageOption} value={languageOption}>
                {nativeLanguageNames[languageOption]}
              </option>
            ))}
          </Select>
        )}
      </div>
      <div className={styles.shown}>
        {message ? (
          <Suspense>
            <ShownOnPlatform platform={platform} message={message} language={language} />
          </Suspense>
        ) : (
          <p>{t("previewEmpty")}</p>
        )}
      </div>
    </details>
  );
}
