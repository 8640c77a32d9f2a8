import { isLanguage, type Language } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";
import { Suspense, use, useCallback, useEffect, useState } from "react";
import { loadTexts } from "../../../i18n/browser.ts";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../../kit/ui/part.tsx";
import { useRoomTranslationMachine } from "../../conversations/room-machine-query.ts";
import { ComposerNoteContext } from "../state/composer-note.ts";
import { ReaderLanguagesNote } from "./reader-languages-note.tsx";
import { countReadersByOtherLanguage, predictLanguage } from "./readers.ts";

const LazyReadingPreview = createLazyComponent(async () => {
  const [previewModule] = await Promise.all([import("./reading-preview.tsx"), loadTexts("writing")]);
  return previewModule.TranslationPreviewButton;
}, EmptyLoadFailedFallback);
const TermMarks = createLazyComponent(async () => {
  const [termMarksModule] = await Promise.all([import("./term-marks.tsx"), loadTexts("writing")]);
  return termMarksModule.TermMarks;
}, EmptyLoadFailedFallback);

interface WritingAidsProps {
  roomId: string;
  people: readonly UserSummary[];
  /** Whether a customer reads the text. */
  isForCustomer: boolean;
  userId: string;
  ownLanguage: Language;
  content: string;
}

/**
 * Aids for messages to readers of other languages: a translation preview and marked glossary terms. They load after the
 * messages.
 */
export function WritingAids({
  roomId,
  people,
  isForCustomer,
  userId,
  ownLanguage,
  content,
}: WritingAidsProps) {
  const [area, setTextArea] = useState<HTMLTextAreaElement | null>(null);
  const findTextArea = useCallback((element: HTMLElement | null) => {
    setTextArea(element?.closest("form")?.querySelector("textarea") ?? null);
  }, []);
  // The language of an inserted canned answer. Its text may be too short to detect the language.
  const insertedLanguage = area?.dataset.language;
  const textLanguage = predictLanguage(
    content,
    isLanguage(insertedLanguage) ? insertedLanguage : ownLanguage,
  );
  const isEmpty = content === "";
  useEffect(() => {
    if (isEmpty) delete area?.dataset.language;
  }, [area, isEmpty]);
  const readers = countReadersByOtherLanguage(people, userId, textLanguage);
  const areAidsNeeded = content.trim() !== "" && readers.length > 0;
  const ComposerNote = use(ComposerNoteContext);
  // Show the additional line below the composer even before anything is typed, because it says whether the answer to
  // the customer will be translated.
  const hasComposerNote = isForCustomer && ComposerNote !== null && readers.length > 0;
  const { data: machine } = useRoomTranslationMachine(roomId, areAidsNeeded || hasComposerNote);
  // `machine` is null if the room has no machine translation, and undefined while this is unknown.
  const hasMachine = machine === undefined ? undefined : machine?.is_on === true;
  return (
    <>
      <span ref={findTextArea} hidden />
      <ReaderLanguagesNote
        roomId={roomId}
        people={people}
        isForCustomer={isForCustomer}
        textLanguage={textLanguage}
        readers={readers}
        note={hasComposerNote && <ComposerNote composedTextLanguage={textLanguage} hasMachine={hasMachine} />}
      />
      {areAidsNeeded && area && (
        <Suspense fallback={null}>
          <TermMarks
            area={area}
            content={content}
            textLanguage={textLanguage}
            conversationId={roomId}
            readerLanguages={readers.map(({ language }) => language)}
          />
        </Suspense>
      )}
      {areAidsNeeded && area && machine?.is_on && (
        <Suspense fallback={null}>
          <LazyReadingPreview
            roomId={roomId}
            people={people}
            machine={machine}
            area={area}
            content={content}
          />
        </Suspense>
      )}
    </>
  );
}
