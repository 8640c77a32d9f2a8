import { type CodeLanguage, codeLanguageIds, codeLanguages } from "@kakehashi/contract/code-languages";
import { changeCode, createCode, getCode, type Snippet } from "@kakehashi/contract/codes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { queryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DraftNote, DraftTime } from "../../kit/ui/draft-note.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { stayingInEditorState, useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { SnippetConflict } from "./conflict.tsx";
import { useLanguageChoices } from "./language-label.tsx";
import parts from "./parts.module.css";
import { codeProjectsQuery, codeQuery, storeSnippet } from "./queries.ts";
import styles from "./snippet-form.module.css";

const loadSnippetSchema = () =>
  import("@kakehashi/contract/schemas/codes").then(({ snippetBody }) => snippetBody);

const createFormFields = (snippet: Snippet | null, projectId: string) => ({
  title: snippet?.title ?? "",
  description: snippet?.description ?? "",
  language: snippet?.language ?? ("plaintext" as CodeLanguage),
  content: snippet?.content ?? "",
  /** The id of the project whose members may read the snippet. Empty if only the author may read it. */
  project_id: snippet ? (snippet.project?.id ?? "") : projectId,
});
type SnippetFormFields = ReturnType<typeof createFormFields>;

/** Detects the programming language from the title, if this is a file name such as `retry.ts`. */
function languageOfFileName(title: string): CodeLanguage | undefined {
  const extension = /\.([a-z0-9]+)\s*$/i.exec(title)?.[1]?.toLowerCase();
  return codeLanguageIds.find((id) => codeLanguages[id].extension === extension);
}

interface SnippetFormProps {
  /** The snippet to edit. Null for a new snippet. */
  snippet: Snippet | null;
  /** The id of the project to which a new snippet belongs. Empty for none. */
  projectId?: string;
}

/**
 * The form that creates or edits a snippet. If somebody else has saved the snippet first, it shows both versions, so
 * that nothing is lost. This browser stores the typed text until it is saved.
 */
export function SnippetForm({ snippet, projectId = "" }: SnippetFormProps) {
  const { t } = useTranslation(["codes", "common"]);
  const navigate = useNavigate();
  const { time, timestamp } = useFormat();
  const { userId } = useReader();
  const draft = useFormDraft({
    userId,
    formKey: `code ${snippet?.slug ?? "new"}`,
    saved: createFormFields(snippet, projectId),
    version: snippet?.version ?? 0,
  });
  // The version that somebody else has saved since the draft was written. Null if there is none.
  const [newerSnippet, setNewerSnippet] = useState(() =>
    snippet && snippet.version !== draft.version ? snippet : null,
  );
  const form = useForm({
    schema: loadSnippetSchema,
    values: draft.values,
    restoredTextNote: draft.isSafe ? t("draftAfterReload") : undefined,
    toBody: ({ project_id, ...fields }: SnippetFormFields) => ({ ...fields, project_id: project_id || null }),
    async send({ project_id, ...text }) {
      const projectField = !snippet || snippet.can_share ? { project_id } : {};
      const { data } = snippet
        ? await call(changeCode, {
            params: { slug: snippet.slug },
            body: { version: newerSnippet?.version ?? draft.version, ...text, ...projectField },
          })
        : await call(createCode, { body: { ...text, project_id } });
      draft.finish();
      storeSnippet(data);
      toast(t(snippet ? "savedToast" : "createdToast"));
      await navigate(`/codes/${data.slug}`, { state: stayingInEditorState, replace: true });
    },
    async onRefused(error) {
      if (!snippet || !(error instanceof ApiError)) return false;
      if (error.status === 404) {
        // Store the typed text as a draft. Then fetch the snippet again: the page will say that it was deleted, and
        // will show the draft.
        draft.store(form.getValues());
        await queryClient().invalidateQueries({ queryKey: codeQuery(snippet.slug).queryKey });
        return true;
      }
      if (error.code !== "CODE.EDITED") return false;
      const { data } = await call(getCode, { params: { slug: snippet.slug } });
      setNewerSnippet(data);
      return true;
    },
  });
  const fields = form.watch();
  useFormAutosave(draft, fields);
  useLeaveWarning(form.isDirty && !draft.isSafe, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    action: t("leaveAction"),
  });
  function takeNewerVersion(newerVersion: Snippet): void {
    form.reset(draft.discard({ saved: createFormFields(newerVersion, ""), version: newerVersion.version }));
    setNewerSnippet(null);
    storeSnippet(newerVersion);
  }
  return (
    <>
      {draft.restored && (
        <DraftNote
          text={t("draftRestored", { moment: timestamp(new Date(draft.restored.savedAt)) })}
          discardLabel={t("draftDiscard")}
          onDiscard={() => {
            form.reset(draft.discard());
            setNewerSnippet(null);
          }}
        />
      )}
      {newerSnippet && (
        <SnippetConflict
          key={newerSnippet.version}
          newerSnippet={newerSnippet}
          isAfterSave={form.formState.isSubmitted}
          ownVersion={fields}
          isSaving={form.isSubmitting}
          onKeepOwnVersion={() => void form.submit()}
          onTakeNewerVersion={() => takeNewerVersion(newerSnippet)}
        />
      )}
      <Form
        form={form}
        actions={
          <div className={parts.buttons}>
            <Button onClick={() => void navigate(snippet ? `/codes/${snippet.slug}` : "/codes")}>
              {t("common:cancel")}
            </Button>
            {!newerSnippet && (
              <Button type="submit" kind="primary" loading={form.isSubmitting}>
                {t(snippet ? "save" : "create")}
              </Button>
            )}
          </div>
        }
      >
        <SnippetFields
          snippet={snippet}
          form={form}
          guessesLanguage={!snippet && draft.restored?.changes.language === undefined}
        />
        <DraftTime>
          {!draft.isSafe
            ? t("draftRefused")
            : draft.storedAt !== null && t("draftStored", { time: time(new Date(draft.storedAt)) })}
        </DraftTime>
      </Form>
    </>
  );
}

interface FieldsProps {
  snippet: Snippet | null;
  /** Whether a file name in the title chooses the programming language. False once the writer has chosen a language. */
  guessesLanguage: boolean;
  form: Pick<
    ReturnType<typeof useForm<SnippetFormFields, SnippetFormFields>>,
    "field" | "setValue" | "formState"
  >;
}

function SnippetFields({ snippet, guessesLanguage, form: { field, setValue, formState } }: FieldsProps) {
  const { t } = useTranslation("codes");
  const languages = useLanguageChoices();
  const title = field("title");
  const guessLanguage = (text: string) => {
    const language = languageOfFileName(text);
    if (language && guessesLanguage && !formState.dirtyFields.language) setValue("language", language);
  };
  return (
    <>
      <TextField
        {...title}
        onBlur={(event) => {
          guessLanguage(event.currentTarget.value);
          return title.onBlur(event);
        }}
        label={t("titleField")}
        description={t("titleHint")}
        maxLength={200}
      />
      <TextArea {...field("description")} label={t("descriptionField")} rows={2} />
      <div className={parts.pair}>
        <SelectField {...field("language")} label={t("language")}>
          {languages.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <ReadersField snippet={snippet} field={field("project_id")} />
      </div>
      <TextArea
        {...field("content")}
        className={styles.editor ?? ""}
        label={t("content")}
        description={t("contentHint")}
        rows={18}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        translate="no"
        dir="ltr"
      />
    </>
  );
}

function ReadersField({
  snippet,
  field,
}: {
  snippet: Snippet | null;
  field: ReturnType<FieldsProps["form"]["field"]>;
}) {
  const { t } = useTranslation("codes");
  const { data: projects = [] } = useQuery(codeProjectsQuery);
  const snippetProject = snippet?.project;
  // The snippet's project may be missing in the list of projects: either the list is still loading, or the reader has
  // left the project. So add the project to the options.
  const choices =
    snippetProject && projects.every(({ id }) => id !== snippetProject.id)
      ? [snippetProject, ...projects]
      : projects;
  const mayChooseProject = !snippet || snippet.can_share;
  const hasHistory = snippet && !snippetProject && snippet.version > 1;
  return (
    <SelectField
      {...field}
      label={t("readers")}
      description={mayChooseProject ? t(hasHistory ? "readersHistory" : "readersHint") : t("readersFixed")}
      disabled={!mayChooseProject}
    >
      <option value="">{t("onlyMe")}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
