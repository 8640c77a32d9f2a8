import { allBotPlatforms, type BotPlatform } from "@kakehashi/contract/flows/limits";
import { type Language, languages } from "@kakehashi/contract/languages";
import { useLocation } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FieldProps } from "../../kit/form.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./bots.module.css";
import { formatPlatformName } from "./platform-names.ts";
import { platformsPartId } from "./platforms-address.ts";

interface BasicFieldsProps {
  nameField: FieldProps;
  languages: readonly Language[];
  languagesError: string | undefined;
  onLanguagesChange: (languages: Language[]) => void;
  platforms: readonly BotPlatform[];
  platformsError: string | undefined;
  onPlatformsChange: (platforms: BotPlatform[]) => void;
}

/** Returns a list in which a value is toggled: removed if the list has it, otherwise added at the end. */
const toggleValue = <T,>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((listedValue) => listedValue !== value) : [...values, value];

/**
 * Scrolls the bot's settings to the section whose id is the hash of the page's address. The browser cannot do this by
 * itself, because the section is rendered too late.
 */
const scrollToCenter = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "center" });

/** The fields that every bot has: name, languages and platforms. */
export function BasicFields(props: BasicFieldsProps) {
  const { t } = useTranslation("bots");
  const { hash } = useLocation();
  const { languages: botLanguages, onLanguagesChange, platforms: botPlatforms } = props;
  return (
    <>
      <TextField {...props.nameField} label={t("name")} maxLength={200} />
      <fieldset className={styles.group} aria-describedby={props.languagesError && "bot-languages-error"}>
        <legend>{t("languages")}</legend>
        <div className={styles.checks}>
          {languages.map((language) => (
            <Checkbox
              key={language}
              label={<span lang={language}>{nativeLanguageNames[language]}</span>}
              aria-invalid={props.languagesError ? true : undefined}
              checked={botLanguages.includes(language)}
              onChange={() => onLanguagesChange(toggleValue(botLanguages, language))}
            />
          ))}
        </div>
        {props.languagesError && (
          <p className={styles.error} id="bot-languages-error">
            {props.languagesError}
          </p>
        )}
      </fieldset>
      {botLanguages.length > 1 && (
        <SelectField
          label={t("firstLanguage")}
          description={t("firstLanguageHint")}
          value={botLanguages[0] ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const firstLanguage = languages.find((language) => language === value);
            if (firstLanguage)
              onLanguagesChange([
                firstLanguage,
                ...botLanguages.filter((language) => language !== firstLanguage),
              ]);
          }}
        >
          {languages
            .filter((language) => botLanguages.includes(language))
            .map((language) => (
              <option key={language} value={language} lang={language}>
                {nativeLanguageNames[language]}
              </option>
            ))}
        </SelectField>
      )}
      <fieldset
        id={platformsPartId}
        ref={hash === `#${platformsPartId}` ? scrollToCenter : null}
        className={styles.group}
        aria-describedby={props.platformsError && "bot-platforms-error"}
      >
        <legend>{t("platforms")}</legend>
        <div className={styles.checks}>
          {allBotPlatforms.map((platform) => (
            <Checkbox
              key={platform}
              label={formatPlatformName(platform, t)}
              aria-invalid={props.platformsError ? true : undefined}
              checked={botPlatforms.includes(platform)}
              onChange={() => props.onPlatformsChange(toggleValue(botPlatforms, platform))}
            />
          ))}
        </div>
        <p className={styles.hint}>{t("platformsHint")}</p>
        {props.platformsError && (
          <p className={styles.error} id="bot-platforms-error">
            {props.platformsError}
          </p>
        )}
      </fieldset>
    </>
  );
}
