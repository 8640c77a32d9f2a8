import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import type { FieldProps } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { allArticlesQuery } from "./phrase-queries.ts";

/** `textLimits.text` of the contract. */
const maximumText = 5_000;

interface TextsProps {
  bot: Bot;
  /** The props of one language's field. `own` of the first one shows the errors of all. */
  field: (language: Language, own: { errorOf?: string }) => FieldProps;
  /** The name of all the texts together. */
  name: string;
  label: (language: string) => string;
  hint: string;
  rows: number;
}

/** A text in each of the bot's languages. */
export const TextsFields = ({ bot, field, name, label, hint, rows }: TextsProps) =>
  bot.languages.map((language, index) => (
    <TextArea
      key={language}
      {...field(language, index === 0 ? { errorOf: name } : {})}
      label={label(languageNames[language])}
      description={index === 0 ? hint : undefined}
      lang={language}
      rows={rows}
      autosize
      maxRows={10}
      maxLength={maximumText}
    />
  ));

interface ArticleProps {
  bot: Bot;
  field: FieldProps;
  /** What is said below it. There may be no articles yet. */
  hint: (isEmpty: boolean) => string | undefined;
}

/** One of the bot's articles. */
export function ArticleField({ bot, field, hint }: ArticleProps) {
  const { t } = useTranslation("bots");
  const { data: articles = [] } = useQuery(allArticlesQuery(bot.id));
  return (
    // The select keeps its value only if the option is there when it is drawn.
    <SelectField
      key={articles.length}
      {...field}
      label={t("article")}
      description={hint(articles.length === 0)}
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
