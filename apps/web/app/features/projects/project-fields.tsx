import type { Language } from "@kakehashi/contract/languages";
import type { Project } from "@kakehashi/contract/projects";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FieldProps } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import { useCategories } from "../profiles/queries.ts";
import { formatAmount, parseAmount } from "./amounts.ts";
import styles from "./projects.module.css";
import { useCurrencies } from "./queries.ts";

/** The values of the form's fields. Amounts of money are strings, as people type them. */
export const projectFieldsOf = (project: Project | null, language: Language) => ({
  name: project?.name ?? "",
  description: project?.description ?? "",
  category_id: project?.category.id ?? "",
  start_date: project?.start_date ?? "",
  min_cost: project ? formatAmount(project.min_cost, language) : "",
  max_cost: project ? formatAmount(project.max_cost, language) : "",
  currency_id: project?.currency.id ?? "",
  time: project?.time ?? "",
  skill: project?.skill ?? "",
});
export type ProjectFormFields = ReturnType<typeof projectFieldsOf>;

export const projectFieldLabelKeys = {
  name: "name",
  description: "description",
  category_id: "category",
  start_date: "startDate",
  min_cost: "minCost",
  max_cost: "maxCost",
  currency_id: "currency",
  time: "time",
  skill: "skill",
} as const satisfies Record<keyof ProjectFormFields, string>;

export const toProjectBody = ({ min_cost, max_cost, ...fields }: ProjectFormFields, language: Language) => ({
  ...fields,
  min_cost: parseAmount(min_cost, language),
  max_cost: parseAmount(max_cost, language),
});

/** The fields of the form for a project, from its name to the skills. */
export function ProjectFields({ field }: { field: (name: keyof ProjectFormFields) => FieldProps }) {
  const { t } = useTranslation("projects");
  const categories = useCategories();
  const currencies = useCurrencies();
  return (
    <>
      <TextField {...field("name")} label={t("name")} />
      <TextArea
        {...field("description")}
        label={t("description")}
        rows={8}
        autosize
        minRows={6}
        maxRows={24}
      />
      <div className={styles.pair}>
        <SelectField {...field("category_id")} label={t("category")}>
          <OptionsField options={categories} noneLabel={t("choose")} />
        </SelectField>
        <DateField {...field("start_date")} label={t("startDate")} />
      </div>
      <div className={styles.pair}>
        <TextField {...field("min_cost")} label={t("minCost")} inputMode="decimal" />
        <TextField {...field("max_cost")} label={t("maxCost")} inputMode="decimal" />
        <SelectField {...field("currency_id")} label={t("currency")}>
          <OptionsField options={currencies} noneLabel={t("choose")} />
        </SelectField>
      </div>
      <TextField {...field("time")} label={t("time")} description={t("timeHint")} />
      <TextArea {...field("skill")} label={t("skill")} description={t("skillHint")} rows={3} />
    </>
  );
}

function OptionsField({
  options,
  noneLabel,
}: {
  options: readonly { id: string; name: string }[];
  noneLabel: string;
}) {
  return (
    <>
      <option value="" disabled>
        {noneLabel}
      </option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
