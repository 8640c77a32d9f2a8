import { createProject, type Project, projectLimits, updateProject } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../kit/api.ts";
import { type FieldProps, Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import { keepEditorOpenState, useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useAttachments } from "../files/attachments.ts";
import { useCategories } from "../profiles/queries.ts";
import { amountIn } from "./amounts.ts";
import formStyles from "./form.module.css";
import { FormFiles } from "./form-files.tsx";
import { FormPreview } from "./form-preview.tsx";
import styles from "./projects.module.css";
import { showProject, uploadPlaceQuery, useCurrencies } from "./queries.ts";
import { type DraftState, useAutosave, useDraft } from "./use-draft.ts";

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

const toBody = ({ min_cost, max_cost, ...fields }: Fields) => ({
  ...fields,
  min_cost: amountIn(min_cost),
  max_cost: amountIn(max_cost),
});

/** The files of the form: those of the project or its draft, and those chosen since. */
function useFormFiles(project: Project | null, draft: DraftState, account: Account) {
  const [earlier, setEarlier] = useState(draft.restored?.files ?? project?.files ?? []);
  const { data: uploadPlace } = useQuery(uploadPlaceQuery);
  const place = `project ${project?.id ?? "new"}`;
  const attachments = useAttachments(place, uploadPlace ?? "", account.interface_language ?? "en");
  const uploaded = attachments.list.flatMap(({ storedFile }) => storedFile ?? []);
  // A draft has those that were uploaded before its page was left.
  const kept = earlier.filter(({ id }) => uploaded.every((file) => file.id !== id));
  return {
    kept,
    all: [...kept, ...uploaded],
    attachments,
    isReady: uploadPlace !== undefined,
    remove: (id: string) => setEarlier(earlier.filter((file) => file.id !== id)),
    reset: () => {
      for (const { key } of attachments.list) attachments.remove(key);
      setEarlier(project?.files ?? []);
    },
  };
}

/** Creates a project, or changes one. What is written is kept in this browser until it is saved. */
export function ProjectForm({ project, account }: { project: Project | null; account: Account }) {
  const { t } = useTranslation(["projects", "common"]);
  const navigate = useNavigate();
  const saved = fieldsOf(project);
  const draft = useDraft({
    userId: account.id,
    projectId: project?.id ?? null,
    saved,
    savedFiles: project?.files ?? [],
  });
  const files = useFormFiles(project, draft, account);
  const [isPreview, setPreview] = useState(false);
  const form = useForm({
    schema,
    values: { ...saved, ...draft.restored?.fields },
    toBody: (fields) => ({ ...toBody(fields), file_ids: files.all.map(({ id }) => id) }),
    // What is wrong stands at the fields.
    onRefused() {
      setPreview(false);
      return false;
    },
    async send(body) {
      if (files.attachments.uploadingCount > 0) return toast(t("filesUnderWay"));
      if (files.attachments.refusedAttachment) return toast(t("filesRefused"), "error");
      const name = project ? "update" : "create";
      const action = t(project ? "save" : "create");
      if (!(await confirm({ title: t(`${name}Title`), text: t(`${name}Text`), action }))) return;
      const { data } = project
        ? await call(updateProject, { params: { id: project.id }, body })
        : await call(createProject, { body });
      draft.finish();
      files.attachments.clear();
      showProject(data);
      toast(t(project ? "savedToast" : "createdToast"));
      await navigate(`/projects/${data.id}`, { state: keepEditorOpenState, replace: true });
    },
  });
  const { isDirty, isSubmitting, getValues } = form;
  const fields = form.watch();
  useAutosave(draft, fields, files.all);
  useLeaveWarning(isDirty && !draft.isSafe, {
    title: t("leaveFormTitle"),
    text: t("leaveFormText"),
    action: t("leaveFormAction"),
  });
  async function togglePreview(): Promise<void> {
    setPreview(!isPreview && (await form.trigger(undefined, { shouldFocus: true })));
  }
  return (
    <>
      <DraftNote
        draft={draft}
        onDiscard={() => {
          draft.discard();
          files.reset();
          form.reset(saved);
        }}
      />
      <Form
        form={form}
        actions={
          <div className={styles.actions}>
            <Button onClick={() => void navigate(project ? `/projects/${project.id}` : "/projects")}>
              {t("common:cancel")}
            </Button>
            <Button onClick={() => void togglePreview()}>{t(isPreview ? "backToForm" : "preview")}</Button>
            <Button type="submit" kind="primary" loading={isSubmitting}>
              {t(project ? "save" : "create")}
            </Button>
          </div>
        }
      >
        <div className={formStyles.fields} hidden={isPreview}>
          <ProjectFields field={form.field} />
          <FormFiles
            files={files.kept}
            onRemove={files.remove}
            attachments={files.attachments}
            isReady={files.isReady}
          />
        </div>
        {isPreview && <PreviewOf fields={getValues()} files={files.all} />}
        <DraftTime draft={draft} />
      </Form>
    </>
  );
}

function DraftNote({ draft: { restored }, onDiscard }: { draft: DraftState; onDiscard: () => void }) {
  const { t } = useTranslation("projects");
  const { timestamp } = useFormat();
  if (!restored) return null;
  return (
    <div className={formStyles.draft} role="status">
      <span>{t("draftRestored", { moment: timestamp(new Date(restored.savedAt)) })}</span>
      <Button kind="quiet" size="xs" onClick={onDiscard}>
        {t("draftDiscard")}
      </Button>
    </div>
  );
}

function DraftTime({ draft: { storedAt, isSafe } }: { draft: DraftState }) {
  const { t } = useTranslation("projects");
  const { time } = useFormat();
  return (
    <p className={formStyles.saved}>
      {!isSafe
        ? t("draftRefused")
        : storedAt !== null && t("draftStored", { time: time(new Date(storedAt)) })}
    </p>
  );
}

function PreviewOf({ fields, files }: { fields: Fields; files: Project["files"] }) {
  const category = useCategories().find(({ id }) => id === fields.category_id);
  const currency = useCurrencies().find(({ id }) => id === fields.currency_id);
  if (!category || !currency) return null;
  const { category_id: _, currency_id: __, ...texts } = toBody(fields);
  return (
    <FormPreview preview={{ ...texts, category: category.name, currency: currency.code }} files={files} />
  );
}

function ProjectFields({ field }: { field: (name: keyof Fields) => FieldProps }) {
  const { t } = useTranslation("projects");
  const categories = useCategories();
  const currencies = useCurrencies();
  return (
    <>
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
    </>
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
