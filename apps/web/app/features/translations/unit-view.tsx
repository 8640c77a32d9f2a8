import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useMediaQuery } from "@mantine/hooks";
import { useRef } from "react";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { useReader } from "../auth/reader.ts";
import { MissingMessage } from "./gone-unit.tsx";
import { TranslationHistory } from "./history.tsx";
import { knowsBothLanguages } from "./known.ts";
import { MachineSuggestion } from "./machine-suggestion.tsx";
import { NearbyMessages } from "./nearby-messages.tsx";
import { useTranslationUnit } from "./queries.ts";
import { TranslationQuestions } from "./question.tsx";
import { Suggestions } from "./suggestions.tsx";
import type { TranslationField } from "./translation-field.ts";
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
export function TranslationUnitView({ mid, language, hasNoTranslator, onDone: openNext, onOpenNext }: Props) {
  const onDone = useCallbackWhileMounted(openNext);
  const query = useTranslationUnit(mid, language);
  const field = useRef<TranslationField>(null);
  const isPhone = useMediaQuery("(max-width: 819px)", false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery("(max-width: 1199px)", false, { getInitialValueInEffect: false });
  const reader = useReader();
  // Readers who do not know both languages get no suggestions of translations.
  const renderSuggestions = (unit: TranslationUnit) =>
    knowsBothLanguages(reader, unit) && (
      <Suggestions
        key={String(isPhone)}
        mid={mid}
        revision={unit.message.revision}
        language={language}
        showsOnlyBest={isPhone}
        onTake={(text) => field.current?.insertText(text, true)}
      />
    );
  return (
    <Loaded query={query} rows={8} missingState={<MissingMessage mid={mid} language={language} />}>
      {({ unit, above, below, root, replies }) =>
        unit.message.deleted ? (
          <MissingMessage mid={mid} language={language} />
        ) : (
          <>
            <TranslationUnitEditor
              unit={unit}
              hasNoTranslator={hasNoTranslator}
              field={field}
              isPhone={isPhone}
              contentBetweenTexts={isPhone && renderSuggestions(unit)}
              onDone={onDone}
              onOpenNext={onOpenNext}
            >
              <TranslationQuestions unit={unit} />
            </TranslationUnitEditor>
            <aside className={layout.suggestionsSide}>
              {!isPhone && renderSuggestions(unit)}
              {knowsBothLanguages(reader, unit) && (
                <MachineSuggestion
                  mid={mid}
                  revision={unit.message.revision}
                  language={language}
                  onTake={(text) => field.current?.insertText(text)}
                />
              )}
              {isNarrow && <TranslationHistory unit={unit} startsCollapsed />}
              <NearbyMessages
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
