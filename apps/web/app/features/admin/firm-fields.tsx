import { countries } from "@kakehashi/contract/countries";
import type { FirmInAllLanguages } from "@kakehashi/contract/firm";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import own from "./firm.module.css";

type TranslatedField = "registered_name" | "address" | "city" | "reply_time";

interface FirmFieldsProps {
  form: Pick<FormOf<FirmInAllLanguages>, "field">;
  /** The language whose texts the form shows now. */
  language: Language;
}

/** The fields for the firm's contact details, address and registration. */
export function FirmFields({ form: { field }, language }: FirmFieldsProps) {
  const { t, i18n } = useTranslation("desk");
  const shownLanguage = isLanguage(i18n.language) ? i18n.language : "en";
  const countryNames = useMemo(() => {
    const regionNames = new Intl.DisplayNames([shownLanguage], { type: "region" });
    return countries
      .map((code) => ({ code, name: regionNames.of(code) ?? code }))
      .sort((a, b) => a.name.localeCompare(b.name, shownLanguage));
  }, [shownLanguage]);

  /**
   * Renders a text field for the chosen language. The field also shows the errors of the same text in other languages.
   */
  const renderTranslatedField = (name: TranslatedField, label: string, maxLength: number, hint?: string) => (
    <TextField
      key={`${name}${language}`}
      {...field(`${name}.${language}`, { alsoShowsErrorsOf: name })}
      label={label}
      description={hint}
      lang={language}
      maxLength={maxLength}
    />
  );
  return (
    <>
      <fieldset className={own.fieldset}>
        <legend>{t("firmReach")}</legend>
        <div className={own.fields}>
          {renderTranslatedField("reply_time", t("firmReply"), 120, t("firmReplyHint"))}
          <TextField {...field("email")} label={t("firmEmail")} type="email" maxLength={254} />
          <TextField {...field("phone")} label={t("firmPhone")} type="tel" maxLength={40} />
        </div>
      </fieldset>
      <fieldset className={own.fieldset}>
        <legend>{t("firmPlace")}</legend>
        <div className={own.fields}>
          {renderTranslatedField("address", t("firmAddress"), 200)}
          {renderTranslatedField("city", t("firmCity"), 100)}
          <SelectField {...field("country")} label={t("firmCountry")}>
            <option value="">{t("noCountry")}</option>
            {countryNames.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            {...field("map_url")}
            label={t("firmMap")}
            description={t("firmMapHint")}
            type="url"
            inputMode="url"
            maxLength={500}
          />
        </div>
      </fieldset>
      <fieldset className={own.fieldset}>
        <legend>{t("firmRegistration")}</legend>
        <div className={own.fields}>
          {renderTranslatedField("registered_name", t("firmRegisteredName"), 160)}
          <TextField {...field("registered_number")} label={t("firmRegisteredNumber")} maxLength={60} />
        </div>
      </fieldset>
    </>
  );
}
