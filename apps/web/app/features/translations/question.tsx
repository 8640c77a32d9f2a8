import { createMessagePath } from "@kakehashi/contract/address";
import type { Language } from "@kakehashi/contract/languages";
import { maximumMessageCodeUnits } from "@kakehashi/contract/message-text";
import type { TranslationQuestion } from "@kakehashi/contract/translation-questions";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useId, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { readFormDraft } from "../../kit/form-draft.ts";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useReader } from "../auth/reader.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import captions from "./captions.module.css";
import contextStyles from "./context.module.css";
import { ContextMessage } from "./context-message.tsx";
import editor from "./editor.module.css";
import { useTranslationQuestions } from "./queries.ts";
import styles from "./question.module.css";
import { askAuthorInThread } from "./steps.ts";
import { useIsTranslationActionAllowed } from "./use-unit-actions.ts";

/**
 * The questions that translators have asked the author, with the answers, newest first, and a field for a new question.
 * Questions and answers are stored as replies in the message's thread.
 */
export function TranslationQuestions({ unit }: { unit: TranslationUnit }) {
  const { message, language } = unit;
  const { t } = useTranslation("translations");
  const formatPersonName = useNameInLineFormatter();
  const author = usePerson(message.user_id);
  const query = useTranslationQuestions(message.id, language);
  const { userId } = useReader();
  const formKey = `question ${message.id} ${language}`;
  const [formOpenedWhen, setFormOpenedWhen] = useState<"now" | "before" | null>(() =>
    readFormDraft(userId, formKey, Date.now()) ? "before" : null,
  );
  const mayAsk = useIsTranslationActionAllowed(unit)("ask_author");
  const { data } = query;
  const needsFirstQuestion = data === undefined || (data.length === 0 && !mayAsk);
  if (needsFirstQuestion && !query.error) return null;
  return (
    <section className={styles.question} aria-label={t("question")}>
      <LoadedContent query={query} rows={0}>
        {(questions) => (
          <>
            {questions.length > 0 && <h2 className={captions.heading}>{t("question")}</h2>}
            {formOpenedWhen && mayAsk ? (
              <QuestionForm
                formKey={formKey}
                // The form gets the focus only if the reader has just opened it. If it is open because of a stored
                // draft, the translation keeps the focus.
                autoFocus={formOpenedWhen === "now"}
                name={author ? formatPersonName(author) : ""}
                authorLanguage={author?.working_language ?? null}
                onClose={() => setFormOpenedWhen(null)}
                onAskQuestion={(body) => askAuthorInThread(message.id, language, body)}
              />
            ) : (
              mayAsk && (
                <p className={styles.acts}>
                  <Button size="xs" onClick={() => setFormOpenedWhen("now")}>
                    {t(questions.length > 0 ? "questionAgain" : "questionNew")}
                  </Button>
                </p>
              )
            )}
            {questions.map((translationQuestion) => (
              <QuestionWithAnswers key={translationQuestion.question.id} {...translationQuestion} />
            ))}
            <LoadMoreButton query={query} label={t("questionsOlder")} />
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function QuestionWithAnswers({ question, answers, more }: TranslationQuestion) {
  const { t } = useTranslation("translations");
  return (
    <>
      <ol className={contextStyles.context}>
        <ContextMessage message={question} current />
        {answers.map((answer) => (
          <ContextMessage key={answer.id} message={answer} />
        ))}
      </ol>
      {answers.length === 0 && <p className={captions.small}>{t("noAnswer")}</p>}
      <p className={styles.acts}>
        <Link to={createMessagePath(question.conversation_id, question.id, question.parent_id)}>
          {t(more ? "moreAnswers" : "inThread")}
        </Link>
      </p>
    </>
  );
}

interface QuestionFormProps {
  /** The storage key of the question's draft. The draft stays until the question is sent or cancelled. */
  formKey: string;
  autoFocus: boolean;
  /** The name of the author, who gets the question. */
  name: string;
  authorLanguage: Language | null;
  onClose: () => void;
  onAskQuestion: (body: { client_id: string; content: string }) => Promise<void>;
}

function QuestionForm({
  formKey,
  autoFocus,
  name,
  authorLanguage,
  onClose,
  onAskQuestion,
}: QuestionFormProps) {
  const { t } = useTranslation(["translations", "common"]);
  const { userId } = useReader();
  const hintId = useId();
  const draft = useFormDraft({ userId, formKey, saved: { content: "", clientId: "" } });
  const [questionText, setQuestionText] = useState(draft.values.content);
  // The id of the question. It stays the same for a retry, even after a reload, so that the server stores the question
  // only once.
  const [clientId] = useState<string>(() => draft.values.clientId || crypto.randomUUID());
  useFormAutosave(draft, { content: questionText, clientId: questionText === "" ? "" : clientId });
  const [isBusy, setIsBusy] = useState(false);
  function discardDraftAndClose(): void {
    draft.finish();
    onClose();
  }
  async function sendQuestion(): Promise<void> {
    if (isBusy || questionText.trim() === "") return;
    setIsBusy(true);
    try {
      await onAskQuestion({ client_id: clientId, content: questionText });
      toast(t("questionAsked"));
      discardDraftAndClose();
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form
      className={editor.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void sendQuestion();
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the field was just asked for
        autoFocus={autoFocus}
        className={editor.field}
        rows={2}
        maxLength={maximumMessageCodeUnits}
        value={questionText}
        readOnly={isBusy}
        aria-label={t("questionTo", { name })}
        aria-describedby={authorLanguage ? hintId : undefined}
        placeholder={t("questionTo", { name })}
        onChange={({ currentTarget }) => setQuestionText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey))
            return;
          event.preventDefault();
          // Ctrl+Enter sends the question. Stop the event, because the page would also save the translation.
          event.stopPropagation();
          void sendQuestion();
        }}
      />
      {authorLanguage && (
        <p id={hintId} className={captions.small}>
          {t("questionReads", { name, language: t(`common:${languageTextKeys[authorLanguage]}`) })}
        </p>
      )}
      <div className={editor.foot}>
        <Button size="xs" kind="quiet" onClick={discardDraftAndClose}>
          {t("common:cancel")}
        </Button>
        <Button size="xs" kind="primary" type="submit" loading={isBusy} disabled={questionText.trim() === ""}>
          {t("questionSend")}
        </Button>
      </div>
    </form>
  );
}
