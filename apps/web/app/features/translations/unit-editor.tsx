import { createMessagePath } from "@kakehashi/contract/address";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { type ReactNode, type RefObject, useCallback, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { TextWithKeys } from "../../kit/ui/kbd.tsx";
import { useReader } from "../auth/reader.ts";
import captions from "./captions.module.css";
import { ClaimedByNote, useClaimant } from "./claimed-by.tsx";
import { readTranslationDraft } from "./draft.ts";
import { TranslationEditor } from "./editor.tsx";
import { HandOverDialog } from "./hand-over.tsx";
import { knowsBothLanguages } from "./known.ts";
import { OriginalMessage } from "./original.tsx";
import { readAltLetter } from "./pressed-with-alt.ts";
import { ReaderCannotTranslateNote } from "./reader-cannot-translate-note.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { messageRecipientsQuery } from "./recipients-query.ts";
import { ReviewButtons } from "./review-buttons.tsx";
import { IsSentWhenSavedContext } from "./sent-when-saved.ts";
import { approveUnit, handOverUnit, type ReadVersions, rejectUnit } from "./steps.ts";
import type { TranslationEditorHandle } from "./translation-editor-handle.ts";
import layout from "./unit-layout.module.css";
import { RequestAndHandOverNotes } from "./unit-notes.tsx";
import { UnitRoomAndUrgency } from "./unit-room-and-urgency.tsx";
import { TranslationStateRow } from "./unit-state-row.tsx";
import { useTranslatorsPageKeys } from "./use-desk-keys.ts";
import { useIsTranslationActionAllowed } from "./use-unit-actions.ts";

interface UnitEditorProps {
  unit: TranslationUnit;
  /** Whether no translator of the message's room knows both languages. */
  hasNoTranslator: boolean;
  field: RefObject<TranslationEditorHandle | null>;
  /** Content between the original and its translation. */
  contentBetweenTexts: ReactNode;
  /** Content below the original and its translation. */
  children: ReactNode;
  onDone: () => void;
  onOpenNext: () => void;
}

/** The original of a message and the editor of its translation, with all actions that the reader may take. */
export function TranslationUnitEditor({
  unit,
  hasNoTranslator,
  field,
  contentBetweenTexts,
  onDone,
  onOpenNext,
  children,
}: UnitEditorProps) {
  const { t } = useTranslation(["translations", "common"]);
  const reader = useReader();
  const { userId } = reader;
  const [rejectedVersions, setRejectedVersions] = useState<ReadVersions | null>(null);
  const [warnings, setWarnings] = useState<readonly CheckWarning[]>([]);
  const [isHandingOver, setIsHandingOver] = useState(false);
  const { message, language, translation } = unit;
  const claimedBy = useClaimant(unit);
  // A reader with a draft gets the editor, even without knowing the message's language. That language may have been
  // corrected after the draft was begun.
  const mayWrite =
    knowsBothLanguages(reader, unit) || readTranslationDraft(userId, message.id, language) !== null;
  const isActionAllowed = useIsTranslationActionAllowed(unit);

  /** Approves the text in the field. A changed text is saved first. */
  async function approveText(): Promise<void> {
    if (!isActionAllowed("review")) return;
    let versionsToApprove = isActionAllowed("approve") && translation ? { message, translation } : null;
    if (field.current?.isChanged) {
      const savedUnit = await field.current.save();
      // The text was not saved, because it is empty or refused. Focus the field, because the editor shows the error
      // there.
      if (!savedUnit) return field.current?.focus();
      versionsToApprove = savedUnit.translation && {
        message: savedUnit.message,
        translation: savedUnit.translation,
      };
    }
    if (!versionsToApprove) return;
    try {
      await approveUnit(versionsToApprove.message, versionsToApprove.translation);
      toast(t(unit.is_sent_with_it ? "sentToCustomer" : "approved"));
      onDone();
    } catch (error) {
      toastError(error);
    }
  }

  const isSent = useCallback(() => unit.is_sent_with_it, [unit.is_sent_with_it]);
  const isOwnClaim = claimedBy === userId;
  async function toggleClaim(): Promise<void> {
    if (!isActionAllowed(isOwnClaim ? "give_back" : "claim")) return;
    try {
      if (isOwnClaim) await field.current?.releaseOwnClaim();
      else await field.current?.claim();
    } catch (error) {
      toastError(error);
    }
    field.current?.focus();
  }
  useTranslatorsPageKeys((event) => {
    if (readAltLetter(event) === "C") {
      event.preventDefault();
      void toggleClaim();
    }
    if (event.key !== "Enter" || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void approveText();
  });

  return (
    <div className={layout.unit}>
      <TranslationStateRow
        state={translation?.state ?? "NEEDS_TRANSLATION"}
        claimNote={claimedBy && (isOwnClaim ? t("yourClaim") : <ClaimedByNote userId={claimedBy} />)}
        actions={{
          claimToggle:
            mayWrite && (isActionAllowed("claim") || isActionAllowed("give_back"))
              ? { isOwnClaim: isActionAllowed("give_back"), onToggle: () => void toggleClaim() }
              : undefined,
          onHandOver: mayWrite && isActionAllowed("hand_over") ? () => setIsHandingOver(true) : undefined,
          onOpenNext: mayWrite ? onOpenNext : undefined,
          messageAddress: createMessagePath(message.conversation_id, message.id, message.parent_id),
        }}
      />
      <UnitRoomAndUrgency unit={unit} />
      <RequestAndHandOverNotes unit={unit} />
      <div className={layout.pair}>
        <section className={layout.textSide} aria-label={t("original")}>
          <h2 className={captions.heading}>{t(`common:${languageTextKeys[message.language]}`)}</h2>
          <OriginalMessage
            message={message}
            language={language}
            warnings={warnings}
            {...(mayWrite && { onInsertTerm: (term) => field.current?.insertTerm(term) })}
          />
        </section>
        {contentBetweenTexts}
        <section className={layout.textSide} aria-label={t("translation")}>
          <h2 className={captions.heading}>{t(`common:${languageTextKeys[language]}`)}</h2>
          {mayWrite ? (
            <IsSentWhenSavedContext value={isSent}>
              <TranslationEditor
                message={message}
                language={language}
                translation={translation}
                onDone={onDone}
                autoFocus
                maySave={isActionAllowed("write")}
                onWarnings={setWarnings}
                ref={field}
              >
                <ReviewButtons unit={unit} onReject={setRejectedVersions} onApprove={approveText} />
              </TranslationEditor>
              <p className={captions.keys}>
                <TextWithKeys text={t(unit.is_sent_with_it ? "keysSend" : "keys")} />
              </p>
            </IsSentWhenSavedContext>
          ) : (
            <ReaderCannotTranslateNote unit={unit} hasNoTranslator={hasNoTranslator} />
          )}
        </section>
      </div>
      {children}
      <HandOverDialog
        target={{
          recipientsQueryFor: (search) => messageRecipientsQuery(message.id, language, search),
          send: (body) => handOverUnit(message.id, language, body),
          emptyTexts: [t("handOverNobody"), t("handOverNobodyNamed")],
        }}
        opened={isHandingOver}
        onClose={() => setIsHandingOver(false)}
        onHandedOver={onDone}
      />
      <ReasonDialog
        opened={rejectedVersions !== null}
        title={t("rejectTitle")}
        action={t("reject")}
        onClose={() => setRejectedVersions(null)}
        onReason={async (reason) =>
          rejectedVersions && rejectUnit(message.id, language, { reason, ...rejectedVersions })
        }
      />
    </div>
  );
}
