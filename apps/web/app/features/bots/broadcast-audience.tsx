import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import type { FormOf } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./bots.module.css";
import { audienceOf, type Fields } from "./broadcast-fields.ts";
import { choicesQuery, countQuery } from "./broadcast-queries.ts";
import own from "./broadcasts.module.css";

const days = [1, 7, 30, 90, 365] as const;
/** Milliseconds between the last change and a new count of the visitors. */
const pauseMs = 300;

interface Props {
  bot: Bot;
  form: FormOf<Fields>;
  /** The error if no visitor would get the broadcast. */
  nobody: string | undefined;
}

/** The fields that choose who gets a broadcast. A visitor must meet all conditions. */
export function AudienceFields({ bot, form, nobody }: Props) {
  const { t } = useTranslation("broadcasts");
  const { data } = useQuery(choicesQuery(bot.id));
  const { tag, variable } = form.watch("audience");
  const withChosen = (offered: readonly string[] = [], chosen: string) =>
    chosen === "" || offered.includes(chosen) ? offered : [chosen, ...offered];
  const tags = withChosen(data?.tags, tag);
  const variables = withChosen(data?.variables, variable.name);
  return (
    <fieldset className={own.group}>
      <legend>{t("audience")}</legend>
      <p className={styles.hint}>{t("audienceHint")}</p>
      <div className={styles.pair}>
        <SelectField key={`tags ${tags.length}`} {...form.field("audience.tag")} label={t("tag")}>
          <option value="">{t("anyTag")}</option>
          {tags.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField {...form.field("audience.language")} label={t("language")}>
          <option value="">{t("anyLanguage")}</option>
          {bot.languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </SelectField>
        <SelectField {...form.field("audience.seen_days")} label={t("seen")} description={t("seenHint")}>
          <option value="">{t("anyTime")}</option>
          {days.map((count) => (
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
      {nobody && (
        <p className={styles.error} role="alert">
          {nobody}
        </p>
      )}
    </fieldset>
  );
}

/** Says how many visitors would get the broadcast now. */
function AudienceCount({ botId, fields }: { botId: string; fields: Fields["audience"] }) {
  const { t } = useTranslation("broadcasts");
  const { number } = useFormat();
  const written = JSON.stringify(audienceOf(fields));
  const [settled, setSettled] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), pauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  const { data, isError } = useQuery(countQuery(botId, JSON.parse(settled)));
  return (
    <p className={own.count} role="status">
      {data ? (
        <>
          <strong>{t("fits", { count: data.count, number: number(data.count) })}</strong>{" "}
          {data.talking > 0 && t("talking", { count: data.talking, number: number(data.talking) })}
        </>
      ) : (
        t(isError ? "countFailed" : "counting")
      )}
    </p>
  );
}
