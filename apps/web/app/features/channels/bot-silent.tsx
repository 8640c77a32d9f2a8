import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { platformsAddress } from "../bots/platforms-address.ts";
import styles from "./pages.module.css";
import { platformNames } from "./platforms.ts";

/**
 * Says that a bot does not answer on this platform, because the platform is not chosen in the bot's settings. Links to
 * that setting, or names the people who may change it.
 */
export function BotSilentNote({
  bot,
  platform: name,
  maySet,
}: {
  bot: { readonly id: string; readonly name: string };
  platform: OutsidePlatform;
  /** Whether the reader may change the bot's settings. */
  maySet: boolean;
}) {
  const { t } = useTranslation("channels");
  const platform = platformNames[name];
  return (
    <div className={styles.trouble} role="note">
      <p>
        <strong>{t("botSilent", { bot: bot.name, platform })}</strong> {t("botSilentText", { platform })}
      </p>
      <p>{maySet ? <Link to={platformsAddress(bot.id)}>{t("botSilentLink")}</Link> : t("botSilentOwner")}</p>
    </div>
  );
}
