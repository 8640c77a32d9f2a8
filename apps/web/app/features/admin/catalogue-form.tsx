import type { CurrencyWithNames, ProjectCategory } from "@kakehashi/contract/catalogue";
import { type Language, languages } from "@kakehashi/contract/languages";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { useLayer } from "../../kit/layers.ts";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./catalogue.module.css";
import { type CatalogueItemNamesByLanguage, catalogueCalls, nameOfCatalogueItem } from "./catalogue-calls.ts";

interface CatalogueValues {
  names: CatalogueItemNamesByLanguage;
  code?: string | undefined;
}

interface CatalogueFormProps {
  list: keyof typeof catalogueCalls;
  /** The category or currency that the form edits. Null for a new one. */
  item: ProjectCategory | CurrencyWithNames | null;
  close: () => void;
  onSaved: () => void;
}

const loadCatalogueSchemas = () => import("@kakehashi/contract/schemas/catalogue");
const loadSchemaWithCode = () => loadCatalogueSchemas().then(({ addCurrency }) => addCurrency.body);
const loadSchemaWithoutCode = () =>
  loadCatalogueSchemas().then(({ addProjectCategory: addCategory }) => addCategory.body);

/**
 * A form for the names of one category or currency. In the list, it replaces the row of that entry. Enter saves, Escape
 * closes.
 */
export function CatalogueForm({ list, item, close, onSaved }: CatalogueFormProps) {
  const { t } = useTranslation(["admin", "common"]);
  const calls = catalogueCalls[list];
  const hasCodeField = list === "currencies" && !item;
  const nameInLanguage = (language: Language) => (item ? nameOfCatalogueItem(item, language) : "");
  const form = useForm<CatalogueValues, CatalogueValues, CatalogueValues>({
    schema: hasCodeField ? loadSchemaWithCode : loadSchemaWithoutCode,
    values: {
      code: "",
      names: { en: nameInLanguage("en"), vi: nameInLanguage("vi"), ja: nameInLanguage("ja") },
    },
    toBody: ({ code, names }) => (hasCodeField ? { code, names } : { names }),
    mode: "onSubmit",
    async send({ names, code = "" }) {
      await (item ? calls.rename(item.id, names) : calls.add(names, code));
      onSaved();
    },
  });
  useLayer(true, close, { ownsEntry: false });
  return (
    <Form
      form={form}
      actions={
        <div className={styles.buttons}>
          <Button onClick={close}>{t("common:cancel")}</Button>
          <Button type="submit" kind="primary" loading={form.isSubmitting}>
            {t(item ? "save" : "add")}
          </Button>
        </div>
      }
    >
      <div className={styles.fields} data-code={hasCodeField || undefined}>
        {hasCodeField && (
          <TextField
            {...form.field("code")}
            label={t("code")}
            maxLength={3}
            autoCapitalize="characters"
            // The form opens after a press on “New”, so its first field gets the focus.
            autoFocus
          />
        )}
        {languages.map((language, index) => (
          <TextField
            key={language}
            {...form.field(`names.${language}`)}
            label={nativeLanguageNames[language]}
            lang={language}
            maxLength={200}
            // The form opens after a press on “New” or “Edit”, so the first name field gets the focus.
            autoFocus={!hasCodeField && index === 0}
          />
        ))}
      </div>
    </Form>
  );
}
