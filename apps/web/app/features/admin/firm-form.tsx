import { countries } from "@kakehashi/contract/countries";
import { changeFirm, type Firm, type FirmFacts } from "@kakehashi/contract/firm";
import { type Language, languages } from "@kakehashi/contract/languages";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type InputHTMLAttributes, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { queryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import styles from "./admin.module.css";
import { useFieldErrors } from "./field-errors.tsx";
import { fieldErrorsOf } from "./field-errors-of.ts";
import own from "./firm.module.css";
import { FirmConflict } from "./firm-conflict.tsx";
import { FirmPeople } from "./firm-people.tsx";
import { firmQuery } from "./firm-queries.ts";

type Line = "registered_number" | "map_url" | "email" | "phone";
type WordsField = "registered_name" | "address" | "city" | "reply_time";

/** What the form started from: the facts and their version. */
interface Begun {
  readonly version: number;
  readonly facts: FirmFacts;
}

function begin({ version, updated_at: _, changed_by: __, ...facts }: Firm): Begun {
  return { version, facts };
}

/**
 * The company's public details. Texts are shown in one language at a time. Changes by other admins appear in fields
 * that were not edited here; a conflict is reported when saving.
 */
export function FirmForm({ firm }: { firm: Firm }) {
  const { t, i18n } = useTranslation(["desk", "common"]);
  const textOf = useErrorText();
  const [begun, setBegun] = useState(() => begin(firm));
  const [facts, setFacts] = useState(begun.facts);
  const shown = languages.find((known) => known === i18n.language) ?? "en";
  const [language, setLanguage] = useState<Language>(shown);
  const { form, setErrors, note, marked } = useFieldErrors();
  const unsaved = facts !== begun.facts;
  useLeaveWarning(unsaved, { title: t("leaveTitle"), text: t("leaveText"), action: t("leaveAction") });
  /** Saving failed because another admin has saved a newer version. */
  const [refused, setRefused] = useState(false);
  const theirs = refused && firm.version > begun.version ? firm : null;
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ sent, version }: { sent: FirmFacts; version: number }) =>
      (await call(changeFirm, { body: { ...sent, version } })).data,
    onSuccess(saved, { sent }) {
      setRefused(false);
      const next = begin(saved);
      setBegun(next);
      // Keep what was typed during the request.
      setFacts((now) => (now === sent ? next.facts : now));
      toast(t("saved"));
      queryClient().setQueryData(firmQuery.queryKey, saved);
    },
    async onError(error) {
      if (error instanceof ApiError && error.code === "FIRM.CHANGED") {
        const now = await queryClient()
          .fetchQuery({ ...firmQuery, staleTime: 0 })
          .catch(() => null);
        if (now) return setRefused(true);
      }
      setErrors(fieldErrorsOf(error, textOf));
    },
  });
  function follow(): void {
    const next = begin(firm);
    setBegun(next);
    setFacts(next.facts);
    setRefused(false);
  }
  if (!unsaved && !isPending && firm.version > begun.version) follow();
  const names = useMemo(() => {
    const regions = new Intl.DisplayNames([shown], { type: "region" });
    return countries
      .map((code) => ({ code, name: regions.of(code) ?? code }))
      .sort((a, b) => a.name.localeCompare(b.name, shown));
  }, [shown]);
  const change = (changed: Partial<FirmFacts>) => setFacts((now) => ({ ...now, ...changed }));

  /** A field that is the same in all languages. */
  function line(
    field: Line,
    label: string,
    most: number,
    kind: InputHTMLAttributes<HTMLInputElement> = {},
    hint = "",
  ) {
    return (
      <label className={styles.field}>
        <span>{label}</span>
        <input
          {...kind}
          value={facts[field]}
          maxLength={most}
          {...marked(field)}
          onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
        />
        {note(field) || (hint && <span className={styles.hint}>{hint}</span>)}
      </label>
    );
  }
  /** A field in the chosen language. */
  function words(field: WordsField, label: string, most: number, hint = "") {
    return (
      <label className={styles.field}>
        <span>{label}</span>
        <input
          lang={language}
          value={facts[field][language]}
          maxLength={most}
          {...marked(field)}
          onChange={({ currentTarget }) =>
            change({ [field]: { ...facts[field], [language]: currentTarget.value } })
          }
        />
        {note(field) || (hint && <span className={styles.hint}>{hint}</span>)}
      </label>
    );
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setErrors({});
    mutate({ sent: facts, version: begun.version });
  }
  return (
    <form ref={form} className={own.form} onSubmit={submit} noValidate>
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
      <fieldset className={own.part}>
        <legend>{t("firmReach")}</legend>
        <div className={own.fields}>
          {words("reply_time", t("firmReply"), 120, t("firmReplyHint"))}
          {line("email", t("firmEmail"), 254, { type: "email" })}
          {line("phone", t("firmPhone"), 40, { type: "tel" })}
        </div>
      </fieldset>
      <fieldset className={own.part}>
        <legend>{t("firmPlace")}</legend>
        <div className={own.fields}>
          {words("address", t("firmAddress"), 200)}
          {words("city", t("firmCity"), 100)}
          <label className={styles.field}>
            <span>{t("firmCountry")}</span>
            <Select
              value={facts.country}
              {...marked("country")}
              onChange={({ currentTarget }) => change({ country: currentTarget.value })}
            >
              <option value="">{t("noCountry")}</option>
              {names.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            {note("country")}
          </label>
          {line("map_url", t("firmMap"), 500, { type: "url", inputMode: "url" }, t("firmMapHint"))}
        </div>
      </fieldset>
      <fieldset className={own.part}>
        <legend>{t("firmRegistration")}</legend>
        <div className={own.fields}>
          {words("registered_name", t("firmRegisteredName"), 160)}
          {line("registered_number", t("firmRegisteredNumber"), 60)}
        </div>
      </fieldset>
      <fieldset className={own.part}>
        <legend>{t("firmPeople")}</legend>
        <FirmPeople
          people={facts.people}
          language={language}
          errors={{ note, marked }}
          onChange={(update) => setFacts((now) => ({ ...now, people: update(now.people) }))}
        />
      </fieldset>
      {note("")}
      {theirs && (
        <FirmConflict
          theirs={theirs}
          mine={facts}
          busy={isPending}
          take={follow}
          keep={() => mutate({ sent: facts, version: theirs.version })}
        />
      )}
      <div className={own.save}>
        <Button type="submit" kind="primary" loading={isPending} disabled={!unsaved || theirs !== null}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
