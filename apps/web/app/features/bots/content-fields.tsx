import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FieldProps } from "../../kit/form.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { allArticlesQuery } from "./phrase-queries.ts";
import { errorOptionsOfTexts, type ShownErrorOptions } from "./text-errors.ts";

/** A text of a bot has at most this many characters. The contract has the same number as `flowTextLimits.text`. */
const maximumTextLength = 5_000;

interface TranslatedTextFieldsProps {
  bot: Bot;
  /** Returns the props of the text field for a language. */
  field: (language: Language, errors: ShownErrorOptions) => FieldProps;
  /** The name under which the form stores the texts of all languages. The server's errors contain this name. */
  name: string;
  label: (language: string) => string;
  hintText: string;
  rows: number;
}

/** One text field for each language of the bot. */
export function TranslatedTextFields({ bot, field, name, label, hintText, rows }: TranslatedTextFieldsProps) {
  const { t } = useTranslation("common");
  return bot.languages.map((language, index) => (
    <TextArea
      key={language}
      {...field(language, errorOptionsOfTexts(bot.languages, index, name))}
      label={label(t(languageTextKeys[language]))}
      description={index === 0 ? hintText : undefined}
      lang={language}
      rows={rows}
      autosize
      maxRows={10}
      maxLength={maximumTextLength}
    />
  ));
}

interface ArticleProps {
  bot: Bot;
  field: FieldProps;
  /** Returns the hint below the select field. `isEmpty` is true if the bot has no articles. */
  hintText: (isEmpty: boolean) => string | undefined;
}

/** A select field in which one of the bot's articles is chosen. */
export function ArticleField({ bot, field, hintText }: ArticleProps) {
  const { t } = useTranslation("bots");
  const { data: articles = [] } = useQuery(allArticlesQuery(bot.id));
  return (
    // The articles are loaded later than the field is rendered, and a select field shows its value only if that value
    // is an option. So a new `key` creates the field again when the articles arrive.
    <SelectField
      key={articles.length}
      {...field}
      label={t("article")}
      description={hintText(articles.length === 0)}
    >
      <option value="">{t("choose")}</option>
      {articles.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
