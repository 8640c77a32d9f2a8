import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useReader } from "../auth/reader.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import styles from "./unit-notes.module.css";

/** The notes that people wrote when they requested, rejected or handed over a translation. */
export function RequestAndHandOverNotes({ unit }: { unit: TranslationUnit }) {
  const { t } = useTranslation("translations");
  const { userId } = useReader();
  const { translation, note, reason, handed_over_by, hand_over_note } = unit;
  return (
    <>
      {note !== "" && <LabelledPart label={t("note")}>{note}</LabelledPart>}
      {reason !== "" && translation?.state === "NEEDS_RETRANSLATION" && (
        <LabelledPart label={t("reason")}>{reason}</LabelledPart>
      )}
      {handed_over_by && translation?.claimed_by === userId && (
        <HandOverNote by={handed_over_by} note={hand_over_note} />
      )}
    </>
  );
}

function HandOverNote({ by: handedOverById, note: noteText }: { by: string; note: string }) {
  const { t } = useTranslation("translations");
  const person = usePerson(handedOverById);
  const formatPersonName = useNameInLineFormatter();
  const name = person ? formatPersonName(person) : "";
  return <LabelledPart label={t("handedOverBy", { name })}>{noteText}</LabelledPart>;
}

function LabelledPart({ label, children }: { label: string; children: string }) {
  // Add no space after a label that ends with a full-width colon, as in Japanese. That colon is wide enough itself.
  const spaceAfterLabel = label.endsWith("：") ? "" : " ";
  return (
    <p className={styles.labelledPart}>
      <strong>{label}</strong>
      {spaceAfterLabel}
      {children}
    </p>
  );
}
