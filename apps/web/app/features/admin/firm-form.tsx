import { countries } from "@kakehashi/contract/countries";
import { changeFirm, type Firm, type FirmFacts } from "@kakehashi/contract/firm";
import { type Language, languages } from "@kakehashi/contract/languages";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { queryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import styles from "./admin.module.css";
import own from "./firm.module.css";
import { FirmConflict } from "./firm-conflict.tsx";
import { FirmPeople } from "./firm-people.tsx";
import { firmQuery } from "./firm-queries.ts";

type WordsField = "registered_name" | "address" | "city" | "reply_time";

const schema = () => import("@kakehashi/contract/schemas/firm").then((firm) => firm.changeFirm.body);

function factsOf({ version: _, updated_at: __, changed_by: ___, ...facts }: Firm): FirmFacts {
  return facts;
}

/**
 * The company's public details. Texts are shown in one language at a time. Changes by other admins appear in fields
 * that were not edited here; a conflict is reported when saving.
 */
export function FirmForm({ firm }: { firm: Firm }) {
  const { t, i18n } = useTranslation(["desk", "common"]);
  const shown = languages.find((known) => known === i18n.language) ?? "en";
  const [language, setLanguage] = useState<Language>(shown);
  /** The version of the company's details that the form started from. */
  const [begun, setBegun] = useState(firm);
  /** The version of another admin who saved first. Known only after saving was refused. */
  const [refused, setRefused] = useState(false);
  const theirs = refused && firm.version > begun.version ? firm : null;
  const form = useForm({
    schema,
    values: factsOf(begun),
    mode: "onSubmit",
    read: (facts) => ({ ...facts, version: (theirs ?? begun).version }),
    async send(body, sent) {
      const saved = (await call(changeFirm, { body })).data;
      setRefused(false);
      setBegun(saved);
      form.settle(factsOf(saved), sent);
      toast(t("saved"));
      queryClient().setQueryData(firmQuery.queryKey, saved);
    },
    async refused(error) {
      if (!(error instanceof ApiError) || error.code !== "FIRM.CHANGED") return false;
      const now = await queryClient()
        .fetchQuery({ ...firmQuery, staleTime: 0 })
        .catch(() => null);
      setRefused(now !== null);
      return now !== null;
    },
  });
  const { field, isDirty, isSubmitting } = form;
  useLeaveWarning(isDirty, { title: t("leaveTitle"), text: t("leaveText"), action: t("leaveAction") });
  function follow(): void {
    setBegun(firm);
    form.reset(factsOf(firm));
    setRefused(false);
  }
  useEffect(() => {
    if (!isDirty && !isSubmitting && firm.version > begun.version) follow();
  });
  const names = useMemo(() => {
    const regions = new Intl.DisplayNames([shown], { type: "region" });
    return countries
      .map((code) => ({ code, name: regions.of(code) ?? code }))
      .sort((a, b) => a.name.localeCompare(b.name, shown));
  }, [shown]);

  /** A text field in the chosen language. Errors in the other languages are shown here too. */
  const words = (name: WordsField, label: string, most: number, hint?: string) => (
    <TextField
      key={`${name}${language}`}
      {...field(`${name}.${language}`, { errorOf: name })}
      label={label}
      description={hint}
      lang={language}
      maxLength={most}
    />
  );
  return (
    <Form
      form={form}
      className={own.form ?? ""}
      actions={
        <>
          {theirs && (
            <FirmConflict
              theirs={theirs}
              mine={form.getValues()}
              busy={isSubmitting}
              take={follow}
              keep={() => void form.submit()}
            />
          )}
          <div className={own.saveBar}>
            <Button
              type="submit"
              kind="primary"
              loading={isSubmitting}
              disabled={!isDirty || theirs !== null}
            >
              {t("save")}
            </Button>
          </div>
        </>
      }
    >
      <fieldset className={own.languages}>
        <legend>{t("firmLanguage")}</legend>
        {languages.map((each) => (
          <label key={each} lang={each}>
            <input
              type="radio"
              name="firm-language"
              checked={each === language}
              onChange={() => setLanguage(each)}
            />
            {languageNames[each]}
          </label>
        ))}
        <p className={styles.hint}>{t("firmFallback")}</p>
      </fieldset>
      <fieldset className={own.fieldset}>
        <legend>{t("firmReach")}</legend>
        <div className={own.fields}>
          {words("reply_time", t("firmReply"), 120, t("firmReplyHint"))}
          <TextField {...field("email")} label={t("firmEmail")} type="email" maxLength={254} />
          <TextField {...field("phone")} label={t("firmPhone")} type="tel" maxLength={40} />
        </div>
      </fieldset>
      <fieldset className={own.fieldset}>
        <legend>{t("firmPlace")}</legend>
        <div className={own.fields}>
          {words("address", t("firmAddress"), 200)}
          {words("city", t("firmCity"), 100)}
          <SelectField {...field("country")} label={t("firmCountry")}>
            <option value="">{t("noCountry")}</option>
            {names.map(({ code, name }) => (
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
          {words("registered_name", t("firmRegisteredName"), 160)}
          <TextField {...field("registered_number")} label={t("firmRegisteredNumber")} maxLength={60} />
        </div>
      </fieldset>
      <fieldset className={own.fieldset}>
        <legend>{t("firmPeople")}</legend>
        <FirmPeople form={form} language={language} />
      </fieldset>
    </Form>
  );
}
