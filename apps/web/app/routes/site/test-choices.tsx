import { languages } from "@kakehashi/contract/languages";
import { useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import field from "../../kit/ui/field.module.css";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { Select } from "../../kit/ui/select.tsx";

/** Samples for the style guide: selects and search fields, in all states. */
export function ChoiceSamples() {
  const { t } = useTranslation("styleguide");
  const [searchText, setSearchText] = useState("");
  const choices = languages.map((language) => (
    <option key={language} lang={language}>
      {nativeLanguageNames[language]}
    </option>
  ));
  return (
    <>
      <label className={field.field}>
        {t("choice")}
        <Select>{choices}</Select>
      </label>
      <label className={field.field}>
        {t("choice")}
        <Select aria-invalid>{choices}</Select>
        <span className={field.error}>{t("error")}</span>
      </label>
      <label className={field.field}>
        {t("choice")}
        <Select disabled>{choices}</Select>
      </label>
      <SearchField label={t("find")} placeholder={t("find")} value={searchText} onChange={setSearchText} />
      <SearchField label={t("find")} value="Aiko" onChange={() => undefined} />
      <SearchField label={t("find")} placeholder={t("find")} value="" onChange={() => undefined} disabled />
    </>
  );
}
