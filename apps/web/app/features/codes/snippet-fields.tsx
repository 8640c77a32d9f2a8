import { type CodeLanguage, codeLanguageIds, codeLanguages } from "@kakehashi/contract/code-languages";
import type { Snippet } from "@kakehashi/contract/codes";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { useForm } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useCodeLanguageChoices } from "./language-label.tsx";
import parts from "./parts.module.css";
import { codeProjectsQuery } from "./queries.ts";
import styles from "./snippet-form.module.css";

/** Returns the values of the form for a saved snippet, or for a new one in the project `projectId`. */
export const createSnippetFormFields = (snippet: Snippet | null, projectId: string) => ({
  title: snippet?.title ?? "",
  description: snippet?.description ?? "",
  language: snippet?.language ?? ("plaintext" as CodeLanguage),
  content: snippet?.content ?? "",
  /** The id of the project whose members may read the snippet. Empty if only the author may read it. */
  project_id: snippet ? (snippet.project?.id ?? "") : projectId,
});
export type SnippetFormFields = ReturnType<typeof createSnippetFormFields>;

/** Detects the programming language by the file extension, if the title is a file name such as `retry.ts`. */
function languageOfFileName(title: string): CodeLanguage | undefined {
  const extension = /\.([a-z0-9]+)\s*$/i.exec(title)?.[1]?.toLowerCase();
  return codeLanguageIds.find((id) => codeLanguages[id].extension === extension);
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

/** The fields of the form that creates or edits a snippet. */
export function SnippetFields({
  snippet,
  guessesLanguage,
  form: { field, setValue, formState },
}: FieldsProps) {
  const { t } = useTranslation("codes");
  const languages = useCodeLanguageChoices();
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
