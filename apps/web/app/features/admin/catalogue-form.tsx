import type { Category, Currency } from "@kakehashi/contract/catalogue";
import { languages } from "@kakehashi/contract/languages";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { useLayer } from "../../kit/layers.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import styles from "./catalogue.module.css";
import { type CatalogueNames, catalogueCalls, nameOf } from "./catalogue-calls.ts";
import { useFieldErrors } from "./field-errors.tsx";
import { fieldErrorsOf } from "./field-errors-of.ts";

interface Props {
  list: keyof typeof catalogueCalls;
  /** Null for a new entry. */
  item: Category | Currency | null;
  close: () => void;
  saved: () => void;
}

/** Edits the names of an entry in place. Enter saves, Escape closes. */
export function CatalogueForm({ list, item, close, saved }: Props) {
  const { t } = useTranslation(["admin", "common"]);
  const textOf = useErrorText();
  const calls = catalogueCalls[list];
  const [names, setNames] = useState<CatalogueNames>(
    item
      ? { en: nameOf(item, "en"), vi: nameOf(item, "vi"), ja: nameOf(item, "ja") }
      : { en: "", vi: "", ja: "" },
  );
  const [code, setCode] = useState("");
  const { form, setErrors, note, marked } = useFieldErrors();
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<unknown> => (item ? calls.rename(item.id, names) : calls.add(names, code)),
    onSuccess: saved,
    onError: (error) => setErrors(fieldErrorsOf(error, textOf)),
  });
  useLayer(true, close, { ownsEntry: false });
  const asksCode = list === "currencies" && !item;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setErrors({});
    mutate();
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div className={styles.fields} data-code={asksCode || undefined}>
        {asksCode && (
          <label className={styles.field}>
            {t("code")}
            <input
              value={code}
              maxLength={3}
              autoCapitalize="characters"
              // biome-ignore lint/a11y/noAutofocus: the form opens by a press on “New”, and begins with this field
              autoFocus
              {...marked("code")}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            {note("code")}
          </label>
        )}
        {languages.map((language, index) => (
          <label key={language} className={styles.field}>
            {languageNames[language]}
            <input
              lang={language}
              maxLength={200}
              value={names[language]}
              // biome-ignore lint/a11y/noAutofocus: the form opens by a press on “New” or “Edit”, and begins with this field
              autoFocus={!asksCode && index === 0}
              {...marked(`names.${language}`)}
              onChange={({ currentTarget }) => setNames({ ...names, [language]: currentTarget.value })}
            />
            {note(`names.${language}`)}
          </label>
        ))}
      </div>
      {note("")}
      <div className={styles.buttons}>
        <Button onClick={close}>{t("common:cancel")}</Button>
        <Button type="submit" kind="primary" loading={isPending}>
          {t(item ? "save" : "add")}
        </Button>
      </div>
    </form>
  );
}
