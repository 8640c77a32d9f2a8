import { listCurrencies } from "@kakehashi/contract/catalogue";
import {
  addPlan,
  changePlan,
  type Plan,
  type PlanBody,
  type PlanWords,
  planPeriods,
} from "@kakehashi/contract/plans";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { queryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import styles from "./admin.module.css";
import { useFieldErrors } from "./field-errors.tsx";
import { fieldErrorsOf } from "./field-errors-of.ts";
import { PlanConflict } from "./plan-conflict.tsx";
import { plansQuery } from "./plan-queries.ts";
import own from "./plans.module.css";

const siteLanguages = ["en", "vi"] as const;
const nothing: PlanWords = { title: "", text: "", suits: "", points: [] };
const blank: PlanBody = {
  words: { en: nothing, vi: nothing },
  amount: null,
  currency: null,
  period: null,
  shown: true,
};
const lines = [
  ["title", "planTitle", 60],
  ["text", "planText", 200],
  ["suits", "planSuits", 200],
] as const;

/** The editable fields of a plan. */
export function bodyOf({ words, amount, currency, period, shown }: Plan): PlanBody {
  return { words, amount, currency, period, shown };
}

/** Edits a plan's texts in both languages of the site, and its price. */
export function PlanForm({
  plan,
  close,
  saved,
  reopen,
}: {
  plan: Plan | null;
  close: () => void;
  saved: () => void;
  /** Opens the form again with another admin's version. */
  reopen: (plan: Plan) => void;
}) {
  const { t } = useTranslation(["desk", "common"]);
  const textOf = useErrorText();
  const given = plan ? bodyOf(plan) : blank;
  const [words, setWords] = useState(given.words);
  // The raw input: an empty line or an unfinished number must not be lost while typing.
  const [points, setPoints] = useState({
    en: given.words.en.points.join("\n"),
    vi: given.words.vi.points.join("\n"),
  });
  const [amount, setAmount] = useState(given.amount === null ? "" : String(given.amount));
  const [currency, setCurrency] = useState(given.currency ?? "");
  const [period, setPeriod] = useState(given.period ?? "PROJECT");
  const [shown, setShown] = useState(given.shown);
  const [touched, setTouched] = useState(false);
  /** The newer version of another admin, found when saving. */
  const [theirs, setTheirs] = useState<Plan | null>(null);
  const { form, setErrors, note, marked } = useFieldErrors();
  const { data: currencies = [] } = useQuery({
    queryKey: ["admin", "currencies"],
    queryFn: async ({ signal }) => (await call(listCurrencies, { signal })).data,
  });
  const codes = [...new Set([...currencies.map(({ code }) => code), ...(currency ? [currency] : [])])];
  const chosen = currency || (codes[0] ?? "USD");

  const { mutate, isPending } = useMutation({
    mutationFn: ({ body, version }: { body: PlanBody; version: number | undefined }) =>
      plan
        ? call(changePlan, { params: { id: plan.id }, body: { ...body, version } })
        : call(addPlan, { body }),
    onSuccess: saved,
    async onError(error) {
      if (error instanceof ApiError && error.code === "PLAN.CHANGED") {
        const plans = await queryClient()
          .fetchQuery({ ...plansQuery, staleTime: 0 })
          .catch(() => []);
        const other = plans.find(({ id }) => id === plan?.id);
        if (other) return setTheirs(other);
      }
      setErrors(fieldErrorsOf(error, textOf));
    },
  });
  /** Saves the form as a change of this version. */
  function save(version = plan?.version): void {
    const figure = amount.trim().replace(",", ".");
    if (!/^(?:\d{1,11}(?:\.\d{1,2})?)?$/.test(figure)) {
      setErrors({ amount: t("amountWrong") });
      return;
    }
    setErrors({});
    const listed = (text: string) =>
      text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    const body = {
      words: {
        en: { ...words.en, points: listed(points.en) },
        vi: { ...words.vi, points: listed(points.vi) },
      },
      ...(figure === ""
        ? { amount: null, currency: null, period: null }
        : { amount: Number(figure), currency: chosen, period }),
      shown,
    };
    mutate({ body, version });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    save();
  }
  async function leave(): Promise<void> {
    const question = { title: t("leaveTitle"), text: t("leaveText"), action: t("leaveAction") };
    if (!touched || (await confirm(question))) close();
  }
  return (
    <Dialog opened onClose={leave} title={t(plan ? "editPlan" : "newPlan")} width={760}>
      <form ref={form} onSubmit={submit} onChange={() => setTouched(true)} noValidate>
        <div className={own.pair}>
          {siteLanguages.map((language) => (
            <fieldset key={language} className={own.set} lang={language}>
              <legend>{languageNames[language]}</legend>
              {lines.map(([field, label, most]) => (
                <label key={field} className={styles.field}>
                  <span>{t(label)}</span>
                  <input
                    value={words[language][field]}
                    maxLength={most}
                    {...marked(`words.${language}.${field}`)}
                    onChange={({ currentTarget: { value } }) =>
                      setWords((now) => ({ ...now, [language]: { ...now[language], [field]: value } }))
                    }
                  />
                  {note(`words.${language}.${field}`)}
                </label>
              ))}
              <label className={styles.field}>
                <span>{t("planPoints")}</span>
                <textarea
                  rows={5}
                  value={points[language]}
                  {...marked(`words.${language}.points`)}
                  onChange={({ currentTarget: { value } }) =>
                    setPoints((now) => ({ ...now, [language]: value }))
                  }
                />
                {note(`words.${language}.points`)}
              </label>
            </fieldset>
          ))}
        </div>
        <div className={own.price}>
          <label className={styles.field}>
            {t("amount")}
            <input
              inputMode="decimal"
              value={amount}
              {...marked("amount")}
              onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            />
            {note("amount") || <span className={styles.hint}>{t("amountHint")}</span>}
          </label>
          <label className={styles.field}>
            {t("currency")}
            <Select value={chosen} onChange={({ currentTarget }) => setCurrency(currentTarget.value)}>
              {codes.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
            {note("currency")}
          </label>
          <label className={styles.field}>
            {t("period")}
            <Select
              value={period}
              onChange={({ currentTarget: { value } }) =>
                setPeriod(planPeriods.find((known) => known === value) ?? "PROJECT")
              }
            >
              {planPeriods.map((value) => (
                <option key={value} value={value}>
                  {t(`period_${value}`)}
                </option>
              ))}
            </Select>
            {note("period")}
          </label>
        </div>
        <label className={own.check}>
          <input
            type="checkbox"
            checked={shown}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
          />
          {t("planShown")}
        </label>
        {note("")}
        {theirs && (
          <PlanConflict
            theirs={theirs}
            busy={isPending}
            take={() => reopen(theirs)}
            keep={() => save(theirs.version)}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={leave}>{t("common:cancel")}</Button>
          <Button type="submit" kind="primary" loading={isPending} disabled={theirs !== null}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
