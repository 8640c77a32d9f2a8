import type { Bot } from "@kakehashi/contract/bots";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { isLanguage } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./bots.module.css";
import { AudienceCount } from "./broadcast-count.tsx";
import type { BroadcastFormFields } from "./broadcast-fields.ts";
import { audienceChoicesQuery } from "./broadcast-queries.ts";
import own from "./broadcasts.module.css";
import { formatPlatformName } from "./platform-names.ts";

const seenDaysChoices = [1, 7, 30, 90, 365] as const;
/**
 * The platforms in the order in which the form shows them. The contract has the same list, but importing it would load
 * the code of all its schemas.
 */
const audiencePlatforms = ["WEB", "MESSENGER", "ZALO"] as const satisfies readonly BotPlatform[];

interface AudienceFieldsProps {
  bot: Bot;
  form: FormOf<BroadcastFormFields>;
  /** The error message for an audience that contains no visitor. */
  emptyAudienceError: string | undefined;
}

/** The fields that choose the audience of a broadcast. A visitor gets the broadcast only if all conditions are met. */
export function AudienceFields({ bot, form, emptyAudienceError }: AudienceFieldsProps) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const { data } = useQuery(audienceChoicesQuery(bot.id));
  const { platform, page_id, tag, language, seen_days, variable } = form.watch("audience");
  const pages = data?.pages ?? [];
  const offeredPlatforms = audiencePlatforms.filter(
    (knownPlatform) =>
      bot.platforms.includes(knownPlatform) || pages.some((page) => page.platform === knownPlatform),
  );
  const pagesOfPlatform = pages.filter((page) => platform === "" || page.platform === platform);
  const withChosenOption = (options: readonly string[] = [], chosenOption: string) =>
    chosenOption === "" || options.includes(chosenOption) ? options : [chosenOption, ...options];
  const isPageMissing = page_id !== "" && data !== undefined && !pages.some(({ id }) => id === page_id);
  const tags = withChosenOption(data?.tags, tag);
  const languages = new Set(bot.languages);
  if (isLanguage(language)) languages.add(language);
  const dayOptions = [...new Set([...seenDaysChoices, ...(seen_days ? [Number(seen_days)] : [])])];
  const variables = withChosenOption(data?.variables, variable.name);
  return (
    <fieldset className={own.group}>
      <legend>{t("audience")}</legend>
      <p className={styles.hint}>{t("audienceHint")}</p>
      {pages.length > 0 && <p className={styles.hint}>{t("windowHint")}</p>}
      <div className={styles.pair}>
        {offeredPlatforms.length > 1 && (
          <SelectField
            {...form.field("audience.platform", {
              // When another platform is chosen, clear the Facebook page or Zalo account. It belongs to the previous
              // platform, so no visitor would match both.
              onChange: () => form.setValue("audience.page_id", ""),
            })}
            label={t("platform")}
          >
            <option value="">{t("anyPlatform")}</option>
            {offeredPlatforms.map((offeredPlatform) => (
              <option key={offeredPlatform} value={offeredPlatform}>
                {formatPlatformName(offeredPlatform, tBots)}
              </option>
            ))}
          </SelectField>
        )}
        {platform !== "WEB" && (pagesOfPlatform.length > 0 || isPageMissing) && (
          <SelectField
            key={`pages ${platform} ${pagesOfPlatform.length} ${isPageMissing}`}
            {...form.field("audience.page_id")}
            label={t("page")}
          >
            <option value="">{t("anyPage")}</option>
            {pagesOfPlatform.map(({ id, name, platform: pagePlatform }) => (
              <option key={id} value={id}>
                {t("pageOf", { name, platform: formatPlatformName(pagePlatform, tBots) })}
              </option>
            ))}
            {isPageMissing && <option value={page_id}>{t("pageMissing")}</option>}
          </SelectField>
        )}
        <SelectField key={`tags ${tags.length}`} {...form.field("audience.tag")} label={t("tag")}>
          <option value="">{t("anyTag")}</option>
          {tags.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField {...form.field("audience.language")} label={t("language")}>
          <option value="">{t("anyLanguage")}</option>
          {[...languages].map((languageOption) => (
            <option key={languageOption} value={languageOption} lang={languageOption}>
              {nativeLanguageNames[languageOption]}
            </option>
          ))}
        </SelectField>
        <SelectField {...form.field("audience.seen_days")} label={t("seen")} description={t("seenHint")}>
          <option value="">{t("anyTime")}</option>
          {dayOptions.map((count) => (
            <option key={count} value={count}>
              {t("seenDays", { count })}
            </option>
          ))}
        </SelectField>
        <SelectField
          key={`variables ${variables.length}`}
          {...form.field("audience.variable.name")}
          label={t("variable")}
        >
          <option value="">{t("anyVariable")}</option>
          {variables.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        {variable.name !== "" && (
          <SelectField {...form.field("audience.variable.is")} label={t("variableIs")}>
            <option value="set">{t("is_set")}</option>
            <option value="equal">{t("is_equal")}</option>
          </SelectField>
        )}
        {variable.name !== "" && variable.is === "equal" && (
          <TextField {...form.field("audience.variable.value")} label={t("value")} maxLength={1_000} />
        )}
      </div>
      <AudienceCount botId={bot.id} fields={form.watch("audience")} />
      {emptyAudienceError && (
        <p className={styles.error} role="alert">
          {emptyAudienceError}
        </p>
      )}
    </fieldset>
  );
}
