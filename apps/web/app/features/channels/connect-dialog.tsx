import type { BotListItem } from "@kakehashi/contract/bots";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { BotSilentNote } from "./bot-silent.tsx";
import { beginConnect } from "./page-queries.ts";
import styles from "./pages.module.css";
import { PlatformIcon } from "./platform-icon.tsx";
import { platformNames } from "./platforms.ts";

/** A bot to which a page on Messenger or Zalo can be connected. */
export type BotChoice = Pick<BotListItem, "id" | "name" | "platforms">;

interface FormProps {
  platforms: readonly { readonly platform: OutsidePlatform; readonly is_configured: boolean }[];
  /** The bots to which the page can be connected. There is at least one. */
  bots: readonly BotChoice[];
  close: () => void;
}

/**
 * A dialog in which a person chooses a platform and a bot, in order to connect a Facebook page or Zalo account.
 * Afterwards the browser goes to the platform, where the person allows the connection.
 */
export function ConnectDialog({ opened: isOpen, ...form }: FormProps & { opened: boolean }) {
  const { t } = useTranslation("channels");
  return (
    <Dialog opened={isOpen} onClose={form.close} title={t("connect")} widthPx={480}>
      <ConnectForm {...form} />
    </Dialog>
  );
}

function ConnectForm({ platforms, bots, close }: FormProps) {
  const { t } = useTranslation(["channels", "common"]);
  const errorTextOf = useErrorText();
  const [platform, setPlatform] = useState(
    () => platforms.find((candidate) => candidate.is_configured)?.platform,
  );
  const [botId, setBotId] = useState(bots[0]?.id ?? "");
  const bot = bots.find(({ id }) => id === botId);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function startConnecting(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!platform) return;
    setBusy(true);
    setFailure("");
    try {
      await beginConnect({ platform, botId });
      // Keep the button disabled until the browser has left this page, so that nobody presses it twice.
    } catch (error) {
      setFailure(errorTextOf(error));
      setBusy(false);
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void startConnecting(event)}>
      <fieldset className={styles.group}>
        <legend>{t("connectPlatform")}</legend>
        {platforms.map(({ platform: offeredPlatform, is_configured }) => (
          <label key={offeredPlatform} className={styles.choice}>
            <input
              className="visually-hidden"
              type="radio"
              name="platform"
              checked={offeredPlatform === platform}
              disabled={!is_configured}
              onChange={() => setPlatform(offeredPlatform)}
              {...(offeredPlatform === platform && { "data-autofocus": true })}
            />
            <PlatformIcon platform={offeredPlatform} size={22} showsName />
            <strong>{platformNames[offeredPlatform]}</strong>
            <span>
              {is_configured
                ? t(`connect${offeredPlatform}`)
                : t("notConfigured", { platform: platformNames[offeredPlatform] })}
            </span>
          </label>
        ))}
      </fieldset>
      <SelectField
        label={t("connectBot")}
        description={t("connectBotHint")}
        value={botId}
        onChange={({ currentTarget }) => setBotId(currentTarget.value)}
      >
        {bots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {platform && bot && !bot.platforms.includes(platform) && (
        <BotSilentNote bot={bot} platform={platform} mayChangeSettings />
      )}
      {platform && <p className={styles.hint}>{t("connectNext", { platform: platformNames[platform] })}</p>}
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={close}>{t("common:cancel")}</Button>
        <Button type="submit" kind="primary" loading={isBusy} disabled={!platform}>
          {platform ? t("goOn", { platform: platformNames[platform] }) : t("connect")}
        </Button>
      </div>
    </form>
  );
}
