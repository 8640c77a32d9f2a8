import { createProject, type Project, projectLimits, updateProject } from "@kakehashi/contract/projects";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import { keepsEditorOpen, useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useCategories } from "../profiles/queries.ts";
import styles from "./projects.module.css";
import { showProject, useCurrencies } from "./queries.ts";

const schema = () => import("@kakehashi/contract/schemas/projects").then((projects) => projects.projectBody);

/** The values of the fields. Amounts are text, as they are typed. */
const fieldsOf = (project: Project | null) => ({
  name: project?.name ?? "",
  description: project?.description ?? "",
  category_id: project?.category.id ?? "",
  start_date: project?.start_date ?? "",
  min_cost: project ? String(project.min_cost) : "",
  max_cost: project ? String(project.max_cost) : "",
  currency_id: project?.currency.id ?? "",
  time: project?.time ?? "",
  skill: project?.skill ?? "",
});
type Fields = ReturnType<typeof fieldsOf>;

/** An amount as people type it: `1,200,000`, `1 200 000` or `1200.50`, in any width. */
function amountIn(text: string): number {
  const digits = text.normalize("NFKC").replace(/[\s,]/g, "");
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

const toBody = ({ min_cost, max_cost, ...fields }: Fields) => ({
  ...fields,
  min_cost: amountIn(min_cost),
  max_cost: amountIn(max_cost),
});

/** A form that creates a project or edits one. */
export function ProjectForm({ project }: { project: Project | null }) {
  const { t } = useTranslation(["projects", "common"]);
  const navigate = useNavigate();
  const categories = useCategories();
  const currencies = useCurrencies();
  const form = useForm({
    schema,
    values: fieldsOf(project),
    toBody,
    async send(body) {
      if (!project) {
        const question = { title: t("createTitle"), text: t("createText"), action: t("create") };
        if (!(await confirm(question))) return;
      }
      const { data } = project
        ? await call(updateProject, { params: { id: project.id }, body })
        : await call(createProject, { body });
      showProject(data);
      toast(t(project ? "savedToast" : "createdToast"));
      await navigate(`/projects/${data.id}`, { state: keepsEditorOpen, replace: true });
    },
  });
  const { field, isDirty, isSubmitting } = form;
  useLeaveWarning(isDirty, {
    title: t("leaveFormTitle"),
    text: t("leaveFormText"),
    action: t("leaveFormAction"),
  });
  return (
    <Form
      form={form}
      actions={
        <div className={styles.actions}>
          <Button onClick={() => void navigate(project ? `/projects/${project.id}` : "/projects")}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" kind="primary" loading={isSubmitting}>
            {t(project ? "save" : "create")}
          </Button>
        </div>
      }
    >
      <TextField {...field("name")} label={t("name")} maxLength={projectLimits.name} />
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
          <Choices options={categories} noneLabel={t("choose")} />
        </SelectField>
        <DateField {...field("start_date")} label={t("startDate")} />
      </div>
      <div className={styles.pair}>
        <TextField {...field("min_cost")} label={t("minCost")} inputMode="decimal" />
        <TextField {...field("max_cost")} label={t("maxCost")} inputMode="decimal" />
        <SelectField {...field("currency_id")} label={t("currency")}>
          <Choices options={currencies} noneLabel={t("choose")} />
        </SelectField>
      </div>
      <TextField {...field("time")} label={t("time")} description={t("timeHint")} />
      <TextArea {...field("skill")} label={t("skill")} description={t("skillHint")} rows={3} />
    </Form>
  );
}

function Choices({
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
