import type { MemorySuggestion } from "@kakehashi/contract/memory";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { KeyboardKey } from "../../kit/ui/kbd.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import { DifferenceText } from "./differences.tsx";
import styles from "./memory.module.css";
import type { useMemorySuggestions } from "./memory-queries.ts";
import { readAltDigit } from "./pressed-with-alt.ts";
import { useTranslatorsPageKeys } from "./use-desk-keys.ts";

interface SuggestionsProps {
  query: SuggestionQuery;
  /**
   * Whether to show only the best suggestion, with a button for the others. On phones the suggestions are above the
   * field.
   */
  showsOnlyBest?: boolean;
  onTake: (text: string) => void;
}
type SuggestionQuery = Pick<ReturnType<typeof useMemorySuggestions>, "data" | "error" | "refetch">;

/** The translation memory's suggestions for a message. A click or Alt with its number inserts a suggestion. */
export function MemorySuggestions({ query, showsOnlyBest = false, onTake }: SuggestionsProps) {
  const takeSuggestion = ({ target }: MemorySuggestion) => onTake(replaceMentionsByNames(target));
  useTranslatorsPageKeys((event) => {
    const number = readAltDigit(event);
    const chosenSuggestion = number === null ? undefined : query.data?.[number - 1];
    if (!chosenSuggestion) return;
    event.preventDefault();
    takeSuggestion(chosenSuggestion);
  });
  return <SuggestionList query={query} showsOnlyBest={showsOnlyBest} onTake={takeSuggestion} />;
}

interface SuggestionListProps extends Pick<SuggestionsProps, "showsOnlyBest"> {
  query: SuggestionQuery;
  onTake: (suggestion: MemorySuggestion) => void;
}

/**
 * A list of suggestions. While it loads, there is a placeholder. If it is empty or has failed to load, there is a note.
 */
export function SuggestionList({ query, showsOnlyBest = false, onTake }: SuggestionListProps) {
  const { t } = useTranslation("translations");
  const [isExpanded, setIsExpanded] = useState(!showsOnlyBest);
  return (
    <section aria-label={t("memory")}>
      <h2 className={styles.heading}>{t("memory")}</h2>
      <LoadedContent
        query={query}
        rows={2}
        emptyState={<p className={styles.emptyNote}>{t("memoryNone")}</p>}
      >
        {(suggestions) => (
          <>
            <ol className={styles.suggestions}>
              {suggestions.slice(0, isExpanded ? suggestions.length : 1).map((suggestion, index) => (
                <li key={suggestion.id}>
                  <SuggestionItem suggestion={suggestion} number={index + 1} onTake={onTake} />
                </li>
              ))}
            </ol>
            {!isExpanded && suggestions.length > 1 && (
              <Button size="xs" kind="quiet" onClick={() => setIsExpanded(true)}>
                {t("moreSuggestions", { count: suggestions.length - 1 })}
              </Button>
            )}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

interface SuggestionItemProps {
  suggestion: MemorySuggestion;
  number: number;
  onTake: (suggestion: MemorySuggestion) => void;
}

function SuggestionItem({ suggestion, number, onTake }: SuggestionItemProps) {
  const { t } = useTranslation("translations");
  const { percentage, approved, user, target, target_language } = suggestion;
  return (
    <button
      type="button"
      className={styles.suggestion}
      aria-keyshortcuts={`Alt+${number}`}
      onClick={() => onTake(suggestion)}
    >
      <span className={styles.about}>
        <strong>{t("percent", { percent: percentage })}</strong>
        {approved && <Badge tone="jade">{t("approvedPair")}</Badge>}
        <span className={styles.translator}>
          {user ? <NameInLineText person={user} /> : t("memoryShared")}
        </span>
        <span className={styles.shortcut} aria-hidden="true">
          <KeyboardKey>Alt</KeyboardKey> + <KeyboardKey>{number}</KeyboardKey>
        </span>
      </span>
      <span className={styles.source} lang={suggestion.source_language}>
        <DifferenceText differences={suggestion.differences} />
      </span>
      <span className={styles.target} lang={target_language}>
        {replaceMentionsByNames(target)}
      </span>
    </button>
  );
}
