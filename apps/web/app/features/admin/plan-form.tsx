import { listCurrencies } from "@kakehashi/contract/catalogue";
import {
  addPricePlan,
  changePricePlan,
  type PricePlan,
  type PricePlanBody,
  type PricePlanTexts,
  pricePlanPeriods,
} from "@kakehashi/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { Form, type FormOf, useForm } from "../../kit/form.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./admin.module.css";
import { PlanConflict } from "./plan-conflict.tsx";
import { plansQuery } from "./plan-queries.ts";
import own from "./plans.module.css";

const siteLanguages = ["en", "vi"] as const;
const emptyPlanTexts: PricePlanTexts = { title: "", text: "", suits: "", points: [] };
const emptyPlan: PricePlanBody = {
  words: { en: emptyPlanTexts, vi: emptyPlanTexts },
  amount: null,
  currency: null,
  period: null,
  shown: true,
};
const planTextFields = [
  ["title", "planTitle", 60],
  ["text", "planText", 200],
  ["suits", "planSuits", 200],
] as const;

const loadAddPlanSchema = () =>
  import("@kakehashi/contract/schemas/plans").then((plans) => plans.addPricePlan.body);

/**
 * The values of the fields of a price plan, exactly as they were typed: an empty line or an incomplete number is kept.
 */
const formFieldsOf = ({ words, amount, currency, period, shown }: PricePlanBody) => ({
  words: {
    en: { ...words.en, points: words.en.points.join("\n") },
    vi: { ...words.vi, points: words.vi.points.join("\n") },
  },
  amount: amount === null ? "" : String(amount),
  currency: currency ?? "",
  period: period ?? ("PROJECT" as const),
  shown,
});
type PlanFields = ReturnType<typeof formFieldsOf>;

const nonEmptyLinesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function planBodyOfFields({ words, amount, currency, period, shown }: PlanFields): PricePlanBody {
  const normalizedAmount = amount.trim().replace(",", ".");
  return {
    words: {
      en: { ...words.en, points: nonEmptyLinesOf(words.en.points) },
      vi: { ...words.vi, points: nonEmptyLinesOf(words.vi.points) },
    },
    ...(normalizedAmount === ""
      ? { amount: null, currency: null, period: null }
      : {
          amount: /^\d+(?:\.\d+)?$/.test(normalizedAmount) ? Number(normalizedAmount) : Number.NaN,
          currency,
          period,
        }),
    shown,
  };
}

/** Returns only those fields of a price plan that the form edits. */
export function editableFieldsOfPlan({ words, amount, currency, period, shown }: PricePlan): PricePlanBody {
  return { words, amount, currency, period, shown };
}

/** The form for a price plan: its texts in both languages of the site, and its price. */
export function PlanForm({
  plan,
  close,
  onSaved,
  reopenWithPlan,
}: {
  plan: PricePlan | null;
  close: () => void;
  onSaved: () => void;
  /** Replaces this form by a new one, which begins with the version of the price plan that another admin has saved. */
  reopenWithPlan: (plan: PricePlan) => void;
}) {
  const { t } = useTranslation(["desk", "common"]);
  const { data: currencies = [] } = useQuery({
    queryKey: ["admin", "currencies"],
    queryFn: async ({ signal }) => (await call(listCurrencies, { signal })).data,
  });
  /**
   * The version of the price plan that another admin has saved. It is known only after the server has refused to save
   * this admin's version.
   */
  const [planOfOtherAdmin, setPlanOfOtherAdmin] = useState<PricePlan | null>(null);
  const initialFields = formFieldsOf(plan ? editableFieldsOfPlan(plan) : emptyPlan);
  const [defaultCurrency = "USD"] = currencies.map(({ code }) => code);
  const form = useForm({
    schema: loadAddPlanSchema,
    values: initialFields,
    mode: "onSubmit",
    toBody: (fields) => planBodyOfFields({ ...fields, currency: fields.currency || defaultCurrency }),
    async send(body) {
      const version = (planOfOtherAdmin ?? plan)?.version;
      await (plan
        ? call(changePricePlan, { params: { id: plan.id }, body: { ...body, version } })
        : call(addPricePlan, { body }));
      onSaved();
    },
    async onRefused(error) {
      if (!(error instanceof ApiError) || error.code !== "PLAN.CHANGED") return false;
      const plans = await getQueryClient()
        .fetchQuery({ ...plansQuery, staleTime: 0 })
        .catch(() => []);
      const fetchedPlan = plans.find(({ id }) => id === plan?.id);
      if (fetchedPlan) setPlanOfOtherAdmin(fetchedPlan);
      return fetchedPlan !== undefined;
    },
  });
  const { field, isSubmitting, isDirty } = form;
  const currencyCodes = [
    ...new Set([...currencies.map(({ code }) => code), initialFields.currency || defaultCurrency]),
  ];
  async function closeForm(): Promise<void> {
    const question = { title: t("leaveTitle"), text: t("leaveText"), actionLabel: t("leaveAction") };
    if (!isDirty || (await askToConfirm(question))) close();
  }
  return (
    <Dialog opened onClose={closeForm} title={t(plan ? "editPlan" : "newPlan")} widthPx={760}>
      <Form
        form={form}
        actions={
          <>
            {planOfOtherAdmin && (
              <PlanConflict
                planOfOtherAdmin={planOfOtherAdmin}
                busy={isSubmitting}
                loadOtherVersion={() => reopenWithPlan(planOfOtherAdmin)}
                overwriteOtherVersion={() => void form.submit()}
              />
            )}
            <div className={styles.actions}>
              <Button onClick={closeForm}>{t("common:cancel")}</Button>
              <Button
                type="submit"
                kind="primary"
                loading={isSubmitting}
                disabled={planOfOtherAdmin !== null}
              >
                {t("save")}
              </Button>
            </div>
          </>
        }
      >
        <PlanTextFields form={form} />
        <PlanPriceFields form={form} currencies={currencyCodes} />
        <Checkbox {...field("shown")} label={t("planShown")} />
      </Form>
    </Dialog>
  );
}

interface FieldsProps {
  form: Pick<FormOf<PlanFields>, "field">;
}

/** The text fields of a price plan in both languages of the site, side by side. */
function PlanTextFields({ form: { field } }: FieldsProps) {
  const { t } = useTranslation("desk");
  return (
    <div className={own.pair}>
      {siteLanguages.map((language) => (
        <fieldset key={language} className={own.set} lang={language}>
          <legend>{nativeLanguageNames[language]}</legend>
          {planTextFields.map(([name, label, maxLength]) => (
            <TextField
              key={name}
              {...field(`words.${language}.${name}`)}
              label={t(label)}
              maxLength={maxLength}
            />
          ))}
          <TextArea {...field(`words.${language}.points`)} label={t("planPoints")} rows={5} />
        </fieldset>
      ))}
    </div>
  );
}

function PlanPriceFields({ form: { field }, currencies }: FieldsProps & { currencies: readonly string[] }) {
  const { t } = useTranslation("desk");
  return (
    <div className={own.price}>
      <TextField {...field("amount")} label={t("amount")} description={t("amountHint")} inputMode="decimal" />
      <SelectField {...field("currency")} label={t("currency")}>
        {currencies.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <SelectField {...field("period")} label={t("period")}>
        {pricePlanPeriods.map((value) => (
          <option key={value} value={value}>
            {t(`period_${value}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
