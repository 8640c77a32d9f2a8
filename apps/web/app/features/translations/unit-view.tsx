import type { Language } from "@kakehashi/contract/languages";
import { useMediaQuery } from "@mantine/hooks";
import { useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { isFirstLoadPending, useIsFirstLoading } from "../../kit/use-first-wait.ts";
import { useReader } from "../auth/reader.ts";
import { MissingMessage } from "./gone-unit.tsx";
import { TranslationHistory } from "./history.tsx";
import { knowsBothLanguages } from "./known.ts";
import { MachineSuggestion } from "./machine-suggestion.tsx";
import { useGlossaryTerms, useMemorySuggestions } from "./memory-queries.ts";
import { NearbyMessages } from "./nearby-messages.tsx";
import { type TranslationUnitDetail, useTranslationUnit } from "./queries.ts";
import { TranslationQuestions } from "./question.tsx";
import { MemorySuggestions } from "./suggestions.tsx";
import type { TranslationEditorHandle } from "./translation-editor-handle.ts";
import { TranslationUnitEditor } from "./unit-editor.tsx";
import layout from "./unit-layout.module.css";
import { useCallbackWhileMounted } from "./use-while-shown.ts";

interface Props {
  mid: string;
  language: Language;
  /** Whether no translator of the message's room knows both languages. */
  hasNoTranslator: boolean;
  onDone: () => void;
  onOpenNext: () => void;
}

/** One message and its translation, side by side. The messages before and after it are on the right. */
export function TranslationUnitView({ mid, language, ...options }: Props) {
  const query = useTranslationUnit(mid, language);
  const missingNote = <MissingMessage mid={mid} language={language} />;
  return (
    <LoadedContent query={query} rows={placeholderRows} missingState={missingNote}>
      {(detail) =>
        detail.unit.message.deleted ? missingNote : <LoadedTranslationUnit detail={detail} {...options} />
      }
    </LoadedContent>
  );
}
const placeholderRows = 8;

interface LoadedUnitProps extends Pick<Props, "hasNoTranslator" | "onDone" | "onOpenNext"> {
  detail: TranslationUnitDetail;
}

function LoadedTranslationUnit({ detail, hasNoTranslator, onDone: openNext, onOpenNext }: LoadedUnitProps) {
  const { t } = useTranslation();
  const { unit, above, below, root, replies } = detail;
  const { message, language } = unit;
  const onDone = useCallbackWhileMounted(openNext);
  const field = useRef<TranslationEditorHandle>(null);
  const isPhone = useMediaQuery("(max-width: 819px)", false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery("(max-width: 1199px)", false, { getInitialValueInEffect: false });
  // Readers who do not know both languages get no suggestions of translations.
  const getsSuggestions = knowsBothLanguages(useReader(), unit);
  // The glossary's terms and, on a phone, the suggestions are above the text field. Load them first, so that the field
  // does not move while the translator types.
  const termsQuery = useGlossaryTerms(message.language, language, message.conversation_id);
  const suggestionsQuery = useMemorySuggestions(message.id, message.revision, language, getsSuggestions);
  if (useIsFirstLoading(isFirstLoadPending(termsQuery) || (isPhone && isFirstLoadPending(suggestionsQuery))))
    return <SkeletonRows count={placeholderRows} label={t("loading")} />;
  const suggestions = getsSuggestions && (
    <MemorySuggestions
      key={String(isPhone)}
      query={suggestionsQuery}
      showsOnlyBest={isPhone}
      onTake={(text) => field.current?.replaceText(text, true)}
    />
  );
  return (
    <>
      <TranslationUnitEditor
        unit={unit}
        hasNoTranslator={hasNoTranslator}
        field={field}
        contentBetweenTexts={isPhone && suggestions}
        onDone={onDone}
        onOpenNext={onOpenNext}
      >
        <TranslationQuestions unit={unit} />
      </TranslationUnitEditor>
      <aside className={layout.suggestionsSide}>
        {!isPhone && suggestions}
        {getsSuggestions && (
          <MachineSuggestion
            mid={message.id}
            revision={message.revision}
            language={language}
            onInsertSuggestion={(text) => field.current?.replaceText(text)}
          />
        )}
        {isNarrow && <TranslationHistory unit={unit} startsCollapsed />}
        <NearbyMessages message={message} above={above} below={below} root={root} replies={replies} />
        {!isNarrow && <TranslationHistory unit={unit} />}
      </aside>
    </>
  );
}
