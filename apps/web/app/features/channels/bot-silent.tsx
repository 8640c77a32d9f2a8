import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { buildPlatformsPath } from "../bots/platforms-address.ts";
import styles from "./pages.module.css";
import { platformNames } from "./platforms.ts";

/**
 * A note that the bot does not answer on a platform, because the platform is not selected in the bot's settings.
 * Readers who may change the settings get a link to them. All others read whom they can ask.
 */
export function BotSilentNote({
  bot,
  platform: name,
  mayChangeSettings,
}: {
  bot: { readonly id: string; readonly name: string };
  platform: OutsidePlatform;
  /** Whether the reader may change the bot's settings. */
  mayChangeSettings: boolean;
}) {
  const { t } = useTranslation("channels");
  const platform = platformNames[name];
  return (
    <div className={styles.trouble} role="note">
      <p>
        <strong>{t("botSilent", { bot: bot.name, platform })}</strong> {t("botSilentText", { platform })}
      </p>
      <p>
        {mayChangeSettings ? (
          <Link to={buildPlatformsPath(bot.id)}>{t("botSilentLink")}</Link>
        ) : (
          t("botSilentOwner")
        )}
      </p>
    </div>
  );
}
