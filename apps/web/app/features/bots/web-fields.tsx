import type { Bot } from "@kakehashi/contract/bots";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FieldProps } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import styles from "./bots.module.css";

interface WebFieldsProps {
  bot: Pick<Bot, "id">;
  sitesField: FieldProps;
  asksRating: boolean;
  onAsksRating: (asksRating: boolean) => void;
}

/**
 * The bot's settings for web pages: the address of its own page, the script for other sites, the sites that may show
 * the bot, and whether visitors are asked for a rating.
 */
export function WebFields({ bot, sitesField, asksRating, onAsksRating }: WebFieldsProps) {
  const { t } = useTranslation("bots");
  const copyText = useCopy();
  const address = `${location.origin}/w/${bot.id}`;
  const line = `<script src="${location.origin}/widget.js" data-bot="${bot.id}" async></script>`;
  return (
    <fieldset className={styles.group}>
      <legend>{t("onTheWeb")}</legend>
      <p className={styles.hint}>{t("ownPage")}</p>
      <div className={styles.copied}>
        <a href={address} target="_blank" rel="noreferrer">
          {address} <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
        </a>
        <Button
          leftSection={<IconCopy size={16} stroke={1.6} />}
          onClick={() => copyText(address, t("copiedLink"))}
        >
          {t("copyLink")}
        </Button>
      </div>
      <p className={styles.hint}>{t("widgetLine")}</p>
      <div className={styles.copied}>
        <code translate="no" dir="ltr">
          {line}
        </code>
        <Button
          leftSection={<IconCopy size={16} stroke={1.6} />}
          onClick={() => copyText(line, t("copiedLine"))}
        >
          {t("copyLine")}
        </Button>
      </div>
      <TextArea
        {...sitesField}
        label={t("sites")}
        description={t("sitesHint")}
        rows={2}
        autosize
        maxRows={8}
        spellCheck={false}
        placeholder="https://shop.example"
      />
      <Checkbox
        label={t("asksRating")}
        description={t("asksRatingHint")}
        checked={asksRating}
        onChange={({ currentTarget }) => onAsksRating(currentTarget.checked)}
      />
    </fieldset>
  );
}
