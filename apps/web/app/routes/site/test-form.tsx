import type { addProjectCategory } from "@kakehashi/contract/catalogue";
import { languages } from "@kakehashi/contract/languages";
import { useState } from "react";
import type { z } from "zod";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { SortableList } from "../../kit/sortable.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Combobox } from "../../kit/ui/combobox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import styles from "./test.module.css";

const loadAddCategorySchema = () =>
  import("@kakehashi/contract/schemas/catalogue").then(({ addProjectCategory }) => addProjectCategory.body);
type FormBody = z.input<typeof addProjectCategory.body>;

/** A sample form of the style guide, with a schema of the contract. An empty submit shows the schema's error texts. */
export function SampleForm() {
  const { t } = useTranslation("styleguide");
  const form = useForm({
    schema: loadAddCategorySchema,
    values: { names: { en: "", vi: "", ja: "" } },
    toBody: (values): FormBody => values,
    send: () => toast(t("toastText")),
  });
  return (
    <Form
      form={form}
      className={styles.fields ?? ""}
      actions={
        <Button type="submit" kind="primary" loading={form.isSubmitting}>
          {t("primary")}
        </Button>
      }
    >
      {languages.map((language) => (
        <TextField
          key={language}
          {...form.field(`names.${language}`)}
          label={nativeLanguageNames[language]}
          lang={language}
        />
      ))}
    </Form>
  );
}

/** Samples of the form fields that `SampleForm` does not contain, each without and with an error. */
export function FieldSamples() {
  const { t } = useTranslation("styleguide");
  const [language, setLanguage] = useState<string>("ja");
  const options = languages.map((value) => ({ value, label: nativeLanguageNames[value], note: value }));
  return (
    <>
      {[undefined, t("error")].map((error) => (
        <div key={error ?? ""} className={styles.fields}>
          <TextArea label={t("label")} description={t("description")} error={error} rows={3} />
          <DateField label={t("day")} error={error} />
          <DateField withTime label={t("moment")} error={error} />
          <SelectField label={t("choice")} description={t("description")} error={error}>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Combobox
            label={t("choice")}
            options={options}
            value={language}
            onChange={setLanguage}
            emptyText={t("emptyTitle")}
            error={error}
          />
          <Checkbox label={t("quiet")} description={t("description")} error={error} defaultChecked />
        </div>
      ))}
    </>
  );
}

/** A sample of a sortable list. */
export function SortableListSample() {
  const [sortedLanguages, setSortedLanguages] = useState<readonly (typeof languages)[number][]>(languages);
  return (
    <SortableList
      items={sortedLanguages}
      keyOf={(language) => language}
      nameOf={(language) => nativeLanguageNames[language]}
      onMove={(_from, _to, orderedItems) => setSortedLanguages(orderedItems)}
      className={styles.order}
      rowClassName={() => styles.ordered}
    >
      {(language, dragHandle) => (
        <>
          {dragHandle}
          <span lang={language}>{nativeLanguageNames[language]}</span>
        </>
      )}
    </SortableList>
  );
}
