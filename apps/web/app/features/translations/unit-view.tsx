import type { Language } from "@kakehashi/contract/languages";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, type RefObject, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageKeys } from "../../kit/language-keys.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { TranslationState } from "../../kit/ui/badge.tsx";
import { TextWithKeys } from "../../kit/ui/kbd.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { useReader } from "../auth/reader.ts";
import { ClaimedBy, useClaimant } from "./claimed-by.tsx";
import styles from "./desk.module.css";
import { draftOf } from "./draft.ts";
import { TranslationEditor } from "./editor.tsx";
import { MissingUnit } from "./gone-unit.tsx";
import { HandOver } from "./hand-over.tsx";
import { TranslationHistory } from "./history.tsx";
import { knowsBothLanguages } from "./known.ts";
import { MachineSuggestion } from "./machine-suggestion.tsx";
import { MessageContext } from "./message-context.tsx";
import { NotYours } from "./not-yours.tsx";
import { Original } from "./original.tsx";
import { translationPeople } from "./people-query.ts";
import { letterPressed } from "./pressed-with-alt.ts";
import { useUnit } from "./queries.ts";
import { Questions } from "./question.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { SentWhenSavedContext } from "./sent-when-saved.ts";
import { approve, handOver, type ReadVersions, reject } from "./steps.ts";
import { Suggestions } from "./suggestions.tsx";
import type { TranslationField } from "./translation-field.ts";
import { ReviewButtons, UnitActs } from "./unit-buttons.tsx";
import { UnitMenu } from "./unit-menu.tsx";
import { UnitNotes } from "./unit-notes.tsx";
import { UnitPlace } from "./unit-place.tsx";
import { useDeskKeys } from "./use-desk-keys.ts";
import { useUnitActions } from "./use-unit-actions.ts";
import { useWhileShown } from "./use-while-shown.ts";

interface Props {
  mid: string;
  language: Language;
  /** Whether no translator of its room knows both languages. */
  isBeyondAll: boolean;
  onDone: () => void;
  onSkip: () => void;
}

/** One message and its translation. The original and the text are side by side, and the context is on the right. */
export function UnitView({ mid, language, isBeyondAll, onDone: openNext, onSkip }: Props) {
  const onDone = useWhileShown(openNext);
  const query = useUnit(mid, language);
  const field = useRef<TranslationField>(null);
  const isPhone = useMediaQuery("(max-width: 819px)", false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery("(max-width: 1199px)", false, { getInitialValueInEffect: false });
  const reader = useReader();
  // Readers who do not know both languages get no suggestions.
  const suggestionsOf = (unit: TranslationUnit) =>
    knowsBothLanguages(reader, unit) && (
      <Suggestions
        key={String(isPhone)}
        mid={mid}
        revision={unit.message.revision}
        language={language}
        short={isPhone}
        onTake={(text) => field.current?.insertText(text, true)}
      />
    );
  return (
    <Loaded query={query} rows={8} missingState={<MissingUnit mid={mid} language={language} />}>
      {({ unit, above, below, root, replies }) =>
        unit.message.deleted ? (
          <MissingUnit mid={mid} language={language} />
        ) : (
          <>
            <UnitEditor
              unit={unit}
              isBeyondAll={isBeyondAll}
              field={field}
              isPhone={isPhone}
              between={isPhone && suggestionsOf(unit)}
              onDone={onDone}
              onSkip={onSkip}
            >
              <Questions unit={unit} />
            </UnitEditor>
            <aside className={styles.suggestionsSide}>
              {!isPhone && suggestionsOf(unit)}
              {knowsBothLanguages(reader, unit) && (
                <MachineSuggestion
                  mid={mid}
                  revision={unit.message.revision}
                  language={language}
                  onTake={(text) => field.current?.insertText(text)}
                />
              )}
              {isNarrow && <TranslationHistory unit={unit} folded />}
              <MessageContext
                message={unit.message}
                above={above}
                below={below}
                root={root}
                replies={replies}
              />
              {!isNarrow && <TranslationHistory unit={unit} />}
            </aside>
          </>
        )
      }
    </Loaded>
  );
}

interface WorkProps extends Pick<Props, "isBeyondAll" | "onDone" | "onSkip"> {
  unit: TranslationUnit;
  field: RefObject<TranslationField | null>;
  isPhone: boolean;
  /** Shown between the original and its translation. */
  between: ReactNode;
  /** Shown below the original and its translation. */
  children: ReactNode;
}

function UnitEditor({ unit, isBeyondAll, field, isPhone, between, onDone, onSkip, children }: WorkProps) {
  const { t } = useTranslation(["translations", "common"]);
  const reader = useReader();
  const { userId } = reader;
  const [rejected, setRejected] = useState<ReadVersions | null>(null);
  const [warnings, setWarnings] = useState<readonly CheckWarning[]>([]);
  const [isGiving, setGiving] = useState(false);
  const { message, language, translation } = unit;
  const claimedBy = useClaimant(unit);
  // A reader with a draft may see it, even if they no longer know both languages after a correction of the language.
  const mayWrite = knowsBothLanguages(reader, unit) || draftOf(userId, message.id, language) !== null;
  const may = useUnitActions(unit);

  /** Approves the text in the field. A typed text is saved first. */
  async function confirmText(): Promise<void> {
    if (!may("review")) return;
    let approved = may("approve") && translation ? { message, translation } : null;
    if (field.current?.isTyped) {
      const saved = await field.current.save();
      // The text is empty, or the editor has shown an error.
      if (!saved) return field.current?.focus();
      approved = saved.translation && { message: saved.message, translation: saved.translation };
    }
    if (!approved) return;
    try {
      await approve(approved.message, approved.translation);
      toast(t(unit.is_sent_with_it ? "sentToCustomer" : "approved"));
      onDone();
    } catch (error) {
      toastError(error);
    }
  }

  const isSent = useCallback(() => unit.is_sent_with_it, [unit.is_sent_with_it]);
  const isMine = claimedBy === userId;
  async function toggleClaim(): Promise<void> {
    if (!may(isMine ? "give_back" : "claim")) return;
    try {
      if (isMine) await field.current?.giveBack();
      else await field.current?.claim();
    } catch (error) {
      toastError(error);
    }
    field.current?.focus();
  }
  useDeskKeys((event) => {
    if (letterPressed(event) === "C") {
      event.preventDefault();
      void toggleClaim();
    }
    if (event.key !== "Enter" || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void confirmText();
  });

  return (
    <div className={styles.unit}>
      <div className={styles.unitState}>
        <TranslationState state={translation?.state ?? "NEEDS_TRANSLATION"} />
        {claimedBy && (
          <span className={styles.claimNote} role="status">
            {isMine ? t("yourClaim") : <ClaimedBy userId={claimedBy} />}
          </span>
        )}
        {isPhone ? (
          <UnitMenu
            unit={unit}
            mayWrite={mayWrite}
            onToggleClaim={toggleClaim}
            onHandOver={() => setGiving(true)}
            onSkip={onSkip}
          />
        ) : (
          <UnitActs
            unit={unit}
            mayWrite={mayWrite}
            onToggleClaim={toggleClaim}
            onHandOver={() => setGiving(true)}
            onSkip={onSkip}
          />
        )}
      </div>
      <UnitPlace unit={unit} />
      <UnitNotes unit={unit} />
      <div className={styles.pair}>
        <section className={styles.textSide} aria-label={t("original")}>
          <h2 className={styles.heading}>{t(`common:${languageKeys[message.language]}`)}</h2>
          <Original
            message={message}
            language={language}
            warnings={warnings}
            {...(mayWrite && { onTakeTerm: (term) => field.current?.insertTerm(term) })}
          />
        </section>
        {between}
        <section className={styles.textSide} aria-label={t("translation")}>
          <h2 className={styles.heading}>{t(`common:${languageKeys[language]}`)}</h2>
          {mayWrite ? (
            <SentWhenSavedContext value={isSent}>
              <TranslationEditor
                message={message}
                language={language}
                translation={translation}
                onDone={onDone}
                autoFocus
                maySave={may("write")}
                onWarnings={setWarnings}
                ref={field}
              >
                <ReviewButtons unit={unit} onReject={setRejected} onApprove={confirmText} />
              </TranslationEditor>
              <p className={styles.keys}>
                <TextWithKeys text={t(unit.is_sent_with_it ? "keysSend" : "keys")} />
              </p>
            </SentWhenSavedContext>
          ) : (
            <NotYours unit={unit} isBeyondAll={isBeyondAll} />
          )}
        </section>
      </div>
      {children}
      <HandOver
        of={{
          people: (search) => translationPeople(message.id, language, search),
          send: (given) => handOver(message.id, language, given),
          nobody: [t("handOverNobody"), t("handOverNobodyNamed")],
        }}
        opened={isGiving}
        onClose={() => setGiving(false)}
        onGiven={onDone}
      />
      <ReasonDialog
        opened={rejected !== null}
        title={t("rejectTitle")}
        action={t("reject")}
        onClose={() => setRejected(null)}
        onReason={async (reason) => rejected && reject(message.id, language, { reason, ...rejected })}
      />
    </div>
  );
}
