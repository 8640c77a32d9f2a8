import { addressOf } from "@kakehashi/contract/address";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { languageKeys } from "../../kit/language-keys.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { TranslationState } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { TextWithKeys } from "../../kit/ui/kbd.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { useReader } from "../auth/reader.ts";
import { usePerson } from "../profiles/people.ts";
import { ClaimedBy } from "./claimed-by.tsx";
import { ContextMessage } from "./context-message.tsx";
import styles from "./desk.module.css";
import { TranslationEditor, type TranslationField } from "./editor.tsx";
import { HandOver } from "./hand-over.tsx";
import { TranslationHistory } from "./history.tsx";
import { MachineSuggestion } from "./machine-suggestion.tsx";
import { Original } from "./original.tsx";
import { approve, reject, useUnit } from "./queries.ts";
import { Question } from "./question.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { Suggestions } from "./suggestions.tsx";
import { useDeskKeys } from "./use-desk-keys.ts";

interface Props {
  mid: string;
  language: Language;
  onDone: () => void;
  onSkip: () => void;
}

/** One message and its translation: the original and the text side by side, and the context at the right. */
export function UnitView({ mid, language, onDone, onSkip }: Props) {
  const { t } = useTranslation("translations");
  const query = useUnit(mid, language);
  const field = useRef<TranslationField>(null);
  const isPhone = useMediaQuery("(max-width: 819px)", false, { getInitialValueInEffect: false });
  const suggestionsOf = ({ revision }: Message) => (
    <Suggestions
      key={String(isPhone)}
      mid={mid}
      revision={revision}
      language={language}
      short={isPhone}
      onTake={(text) => field.current?.insertText(text)}
    />
  );
  return (
    <Loaded query={query} rows={8} missingState={<p className={styles.missingNote}>{t("gone")}</p>}>
      {({ unit, above, below, root, replies, question, answers }) => (
        <>
          <UnitEditor
            unit={unit}
            field={field}
            between={isPhone && suggestionsOf(unit.message)}
            onDone={onDone}
            onSkip={onSkip}
          >
            <Question unit={unit} question={question} answers={answers} />
          </UnitEditor>
          <aside className={styles.suggestionsSide}>
            {!isPhone && suggestionsOf(unit.message)}
            <MachineSuggestion
              mid={mid}
              revision={unit.message.revision}
              language={language}
              onTake={(text) => field.current?.insertText(text)}
            />
            <MessageContext unit={unit} above={above} below={below} root={root} replies={replies} />
            <TranslationHistory unit={unit} />
          </aside>
        </>
      )}
    </Loaded>
  );
}

interface WorkProps extends Pick<Props, "onDone" | "onSkip"> {
  unit: TranslationUnit;
  field: Ref<TranslationField>;
  /** Shown between the original and its translation. */
  between: ReactNode;
  /** Shown below the original and its translation. */
  children: ReactNode;
}

function UnitEditor({ unit, field, between, onDone, onSkip, children }: WorkProps) {
  const { t } = useTranslation(["translations", "common"]);
  const { userId } = useReader();
  const [isRejecting, setRejecting] = useState(false);
  const [isGiving, setGiving] = useState(false);
  const { message, language, translation, note, reason, handed_over_by, hand_over_note } = unit;
  const claimedBy = translation?.claimed_by;
  const hasText = translation !== null && translation.version > 0;
  const mayApprove = hasText && (translation.state === "TRANSLATED" || translation.state === "MACHINE");

  async function confirmText(): Promise<void> {
    if (!translation || !mayApprove) return;
    try {
      await approve(message.id, translation);
      toast(t("approved"));
      onDone();
    } catch (error) {
      toastError(error);
    }
  }
  useDeskKeys((event) => {
    if (event.key !== "Enter" || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void confirmText();
  });

  return (
    <div className={styles.unit}>
      <div className={styles.unitState}>
        <TranslationState state={translation?.state ?? "NEEDS_TRANSLATION"} />
        {claimedBy && claimedBy !== userId && (
          <span className={styles.claimNote} role="status">
            <ClaimedBy userId={claimedBy} />
          </span>
        )}
        <Link
          className={styles.conversationLink ?? ""}
          to={addressOf(message.conversation_id, message.id, message.parent_id)}
        >
          {t("inRoom")}
        </Link>
      </div>
      {note !== "" && <LabelledPart label={t("note")}>{note}</LabelledPart>}
      {reason !== "" && translation?.state === "NEEDS_RETRANSLATION" && (
        <LabelledPart label={t("reason")}>{reason}</LabelledPart>
      )}
      {handed_over_by && claimedBy === userId && <HandedOver by={handed_over_by} note={hand_over_note} />}
      <div className={styles.pair}>
        <section className={styles.textSide} aria-label={t("original")}>
          <h2 className={styles.heading}>{t(`common:${languageKeys[message.language]}`)}</h2>
          <Original message={message} language={language} />
        </section>
        {between}
        <section className={styles.textSide} aria-label={t("translation")}>
          <h2 className={styles.heading}>{t(`common:${languageKeys[language]}`)}</h2>
          <TranslationEditor
            message={message}
            language={language}
            translation={translation}
            onDone={onDone}
            autoFocus
            ref={field}
          >
            <Button size="sm" kind="quiet" onClick={onSkip}>
              {t("skip")}
            </Button>
            {(!claimedBy || claimedBy === userId) && (
              <Button size="sm" kind="quiet" onClick={() => setGiving(true)}>
                {t("handOver")}
              </Button>
            )}
            {hasText && translation.state !== "NEEDS_RETRANSLATION" && (
              <Button size="sm" onClick={() => setRejecting(true)}>
                {t("reject")}
              </Button>
            )}
            {mayApprove && (
              <Button size="sm" onClick={confirmText}>
                {t("approve")}
              </Button>
            )}
          </TranslationEditor>
          <p className={styles.keys}>
            <TextWithKeys text={t("keys")} />
          </p>
        </section>
      </div>
      {children}
      <HandOver unit={unit} opened={isGiving} onClose={() => setGiving(false)} onGiven={onDone} />
      <ReasonDialog
        opened={isRejecting}
        title={t("rejectTitle")}
        action={t("reject")}
        onClose={() => setRejecting(false)}
        onReason={(reason) => reject(message.id, language, reason)}
      />
    </div>
  );
}

function HandedOver({ by, note }: { by: string; note: string }) {
  const { t } = useTranslation("translations");
  const name = usePerson(by)?.name ?? "";
  return <LabelledPart label={t("handedOverBy", { name })}>{note}</LabelledPart>;
}

function LabelledPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className={styles.labelledPart}>
      <strong>{label}</strong> {children}
    </p>
  );
}

interface AroundProps {
  unit: TranslationUnit;
  above: readonly Message[];
  below: readonly Message[];
  root: Message | null;
  replies: readonly Message[];
}

/** The messages before and after this one, and in its thread. */
function MessageContext({ unit, above, below, root, replies }: AroundProps) {
  const { t } = useTranslation("translations");
  return (
    <section aria-label={t("context")}>
      <h2 className={styles.heading}>{t("context")}</h2>
      <ol className={styles.context}>
        {root && <ContextMessage message={root} />}
        {above.map((message) => (
          <ContextMessage key={message.id} message={message} />
        ))}
        <ContextMessage message={unit.message} current />
        {below.map((message) => (
          <ContextMessage key={message.id} message={message} />
        ))}
      </ol>
      {replies.length > 0 && (
        <>
          <h2 className={styles.heading}>{t("thread")}</h2>
          <ol className={styles.context}>
            {replies.map((message) => (
              <ContextMessage key={message.id} message={message} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
