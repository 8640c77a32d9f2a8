import { changeCode, createCode, getCode, type Snippet } from "@kakehashi/contract/codes";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DraftNote, DraftTime } from "../../kit/ui/draft-note.tsx";
import { stayingInEditorState, useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { SnippetConflict } from "./conflict.tsx";
import parts from "./parts.module.css";
import { cacheSnippet, codeQuery } from "./queries.ts";
import { createSnippetFormFields, SnippetFields, type SnippetFormFields } from "./snippet-fields.tsx";

const loadSnippetSchema = () =>
  import("@kakehashi/contract/schemas/codes").then(({ newSnippetBodySchema }) => newSnippetBodySchema);

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
  const { time, dateTime } = useFormat();
  const { userId } = useReader();
  const draft = useFormDraft({
    userId,
    formKey: `code ${snippet?.slug ?? "new"}`,
    saved: createSnippetFormFields(snippet, projectId),
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
      cacheSnippet(data);
      toast(t(snippet ? "savedToast" : "createdToast"));
      await navigate(`/codes/${data.slug}`, { state: stayingInEditorState, replace: true });
    },
    async onRefused(error) {
      if (!snippet || !(error instanceof ApiError)) return false;
      if (error.status === 404) {
        // Store the typed text as a draft. Then fetch the snippet again: the page will say that it was deleted, and
        // will show the draft.
        draft.store(form.getValues());
        await getQueryClient().invalidateQueries({ queryKey: codeQuery(snippet.slug).queryKey });
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
    actionLabel: t("leaveAction"),
  });
  function takeNewerVersion(newerVersion: Snippet): void {
    form.reset(
      draft.discard({ saved: createSnippetFormFields(newerVersion, ""), version: newerVersion.version }),
    );
    setNewerSnippet(null);
    cacheSnippet(newerVersion);
  }
  return (
    <>
      {draft.restored && (
        <DraftNote
          text={t("draftRestored", { moment: dateTime(new Date(draft.restored.savedAt)) })}
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
