import type { StoredFile } from "@kakehashi/contract/files";
import { isLanguage } from "@kakehashi/contract/languages";
import { createProject, getProject, type Project, updateProject } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { deleteCreationId, getCreationId } from "../../kit/creation-id.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { DraftNote, DraftTime } from "../../kit/ui/draft-note.tsx";
import { stayingInEditorState, useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormat } from "../../kit/use-format.ts";
import { changeAttachment, useAttachments } from "../files/attachments.ts";
import { useCategories } from "../profiles/queries.ts";
import { useBudgetFormatter } from "./facts.tsx";
import formStyles from "./form.module.css";
import { ProjectFormFiles } from "./form-files.tsx";
import { ProjectFormPreview } from "./form-preview.tsx";
import { loadProjectFormSchema } from "./form-schema.ts";
import { OtherHostsChanges } from "./other-hosts-changes.tsx";
import { ProjectFields, type ProjectFormFields, toProjectBody } from "./project-fields.tsx";
import styles from "./projects.module.css";
import { cacheProject, uploadConversationIdQuery, useCurrencies } from "./queries.ts";
import { useProjectMergeBase } from "./use-base.ts";
import { useProjectAutosave, useProjectDraft } from "./use-draft.ts";

/** Holds the form's files: those of the project or its draft, and those that were added on this page. */
function useFormFiles(project: Project | null, initialFiles: readonly StoredFile[], account: Account) {
  const [earlierFiles, setEarlierFiles] = useState(initialFiles);
  const { data: uploadConversationId } = useQuery(uploadConversationIdQuery);
  const [refusalsByFileId, setRefusalsByFileId] = useState<Readonly<Record<string, string>>>({});
  const formKey = `project ${project?.id ?? "new"}`;
  const attachments = useAttachments(formKey, uploadConversationId ?? "", account.interface_language ?? "en");
  const uploadedFiles = attachments.list.flatMap(({ storedFile }) => storedFile ?? []);
  // The restored draft may contain files that were uploaded on this page. Leave them out, so that no file is listed
  // twice.
  const listedEarlierFiles = earlierFiles.filter(({ id }) => uploadedFiles.every((file) => file.id !== id));
  const allFiles = [...listedEarlierFiles, ...uploadedFiles];
  return {
    kept: listedEarlierFiles,
    all: allFiles,
    refusals: refusalsByFileId,
    /**
     * Marks the files that the server has refused. A key of `fields` contains the file's position in the list of all
     * files, such as `file_ids.2`.
     */
    markRefusedFiles(fields: ApiError["fields"]): void {
      const texts = allFiles.flatMap(({ id }, index) => {
        const text = fields[`file_ids.${index}`];
        return text ? [[id, text] as const] : [];
      });
      setRefusalsByFileId(Object.fromEntries(texts));
      for (const [id, reason] of texts) {
        const upload = attachments.list.find(({ storedFile }) => storedFile?.id === id);
        // A file that was added on this page is still in the browser. Mark its upload as failed, so that it can be
        // uploaded again.
        if (upload) changeAttachment(formKey, upload.key, { state: "failed", reason, storedFile: null });
      }
    },
    attachments,
    isReady: uploadConversationId !== undefined,
    remove: (id: string) => setEarlierFiles(earlierFiles.filter((file) => file.id !== id)),
    /** Replaces the saved files. Files that were uploaded on this page stay. */
    show: setEarlierFiles,
    reset: (savedFiles: readonly StoredFile[]) => {
      for (const { key } of attachments.list) attachments.remove(key);
      setEarlierFiles(savedFiles);
    },
  };
}

const creationKey = "project";

/** The form that creates or edits a project. This browser stores a draft of the form until the project is saved. */
export function ProjectForm({ project, account }: { project: Project | null; account: Account }) {
  const { t, i18n } = useTranslation(["projects", "common"]);
  const navigate = useNavigate();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const { time, dateTime } = useFormat();
  const formatBudget = useBudgetFormatter();
  const currencies = useCurrencies();
  const draft = useProjectDraft({
    userId: account.id,
    projectId: project?.id ?? null,
    attachedFiles: project?.files ?? [],
  });
  const {
    base,
    merged,
    isAfterSave,
    mergeNewer: mergeNewerProject,
    takeFieldOfOther: takeField,
    forget,
  } = useProjectMergeBase(project, draft.restored, language);
  const initialContent = merged ?? draft.restored ?? base;
  const files = useFormFiles(project, initialContent.files, account);
  const [isPreview, setIsPreview] = useState(false);
  const form = useForm({
    schema: () => loadProjectFormSchema({ base, language, currencies }),
    values: { ...base.fields, ...initialContent.fields },
    restoredTextNote: draft.isSafe ? t("draftAfterReload") : undefined,
    toBody: (fields) => ({ ...toProjectBody(fields, language), file_ids: files.all.map(({ id }) => id) }),
    // Called when saving has failed. Marks the files that the server no longer has. If another host has saved first,
    // merges the changes of both.
    async onRefused(error) {
      // Close the preview at once, because it hides the fields and a hidden field cannot get the focus.
      flushSync(() => setIsPreview(false));
      if (error instanceof ApiError && error.code === "FILE.GONE") files.markRefusedFiles(error.fields);
      if (!project || !(error instanceof ApiError) || error.code !== "PROJECT.EDITED") return false;
      const newerProjectResponse = await call(getProject, { params: { id: project.id } }).catch(toastError);
      if (!newerProjectResponse) return false;
      const projectMergedWithNewer = mergeNewerProject(newerProjectResponse.data, {
        fields: form.getValues(),
        files: files.all,
      });
      for (const name of Object.keys(projectMergedWithNewer.fields) as (keyof ProjectFormFields)[])
        setFieldText(name, projectMergedWithNewer.fields[name]);
      files.show(projectMergedWithNewer.files);
      return true;
    },
    async send(body, typedFields) {
      if (files.attachments.uploadingCount > 0) return toast(t("filesUnderWay"));
      if (files.attachments.refusedAttachment) return toast(t("filesRefused"), "error");
      const name = project ? "update" : "create";
      const actionLabel = t(project ? "save" : "create");
      const currency = currencies.find(({ id }) => id === body.currency_id);
      const budgetText = currency
        ? formatBudget({ ...body, currency })
        : `${typedFields.min_cost} – ${typedFields.max_cost}`;
      const text = t(`${name}Text`, { budget: budgetText });
      if (!(await askToConfirm({ title: t(`${name}Title`), text, actionLabel }))) return;
      const { data } = project
        ? await call(updateProject, { params: { id: project.id }, body: { ...body, version: base.version } })
        : await call(createProject, {
            body: { ...body, client_id: getCreationId(account.id, creationKey, body) },
          });
      deleteCreationId(account.id, creationKey);
      draft.finish();
      files.attachments.clear();
      cacheProject(data);
      toast(t(project ? "savedToast" : "createdToast"));
      await navigate(`/projects/${data.id}`, { state: stayingInEditorState, replace: true });
    },
  });
  const { isDirty, isSubmitting, getValues } = form;
  const setFieldText = (name: keyof ProjectFormFields, text: string) =>
    form.setValue(name, text, { shouldDirty: true });
  const fields = form.watch();
  useProjectAutosave(draft, base, fields, files.all);
  useLeaveWarning(isDirty && !draft.isSafe, {
    title: t("leaveFormTitle"),
    text: t("leaveFormText"),
    actionLabel: t("leaveFormAction"),
  });
  async function togglePreview(): Promise<void> {
    setIsPreview(!isPreview && (await form.trigger(undefined, { shouldFocus: true })));
  }
  return (
    <>
      {draft.restored && (
        <div className={formStyles.draft}>
          <DraftNote
            text={t("draftRestored", { moment: dateTime(new Date(draft.restored.savedAt)) })}
            discardLabel={t("draftDiscard")}
            onDiscard={() => {
              draft.discard();
              forget();
              files.reset(base.files);
              form.reset(base.fields);
            }}
          />
        </div>
      )}
      {merged && (
        <OtherHostsChanges
          key={base.version}
          merged={merged}
          autoFocus={isAfterSave}
          onTakeTheirText={({ name, theirs }) => {
            form.setValue(name, theirs, { shouldDirty: true, shouldValidate: true });
            takeField(name);
          }}
        />
      )}
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
          <ProjectFormFiles
            files={files.kept}
            refusalByFileId={files.refusals}
            onRemove={files.remove}
            attachments={files.attachments}
            isReady={files.isReady}
          />
        </div>
        {isPreview && <PreviewOfFields fields={getValues()} files={files.all} />}
        <DraftTime>
          {!draft.isSafe
            ? t("draftRefused")
            : draft.storedAt !== null && t("draftStored", { time: time(new Date(draft.storedAt)) })}
        </DraftTime>
      </Form>
    </>
  );
}

function PreviewOfFields({ fields, files }: { fields: ProjectFormFields; files: Project["files"] }) {
  const { language } = useTranslation().i18n;
  const category = useCategories().find(({ id }) => id === fields.category_id);
  const currency = useCurrencies().find(({ id }) => id === fields.currency_id);
  if (!category || !currency) return null;
  const {
    category_id: _,
    currency_id: __,
    ...texts
  } = toProjectBody(fields, isLanguage(language) ? language : "en");
  return (
    <ProjectFormPreview
      preview={{ ...texts, category: category.name, currency: currency.code }}
      files={files}
    />
  );
}
