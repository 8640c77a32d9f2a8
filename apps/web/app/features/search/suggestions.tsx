import { useDebouncedValue } from "@mantine/hooks";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useEarlyEnter } from "../../kit/early-enter.ts";
import { useLayer } from "../../kit/layers.ts";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { usePeopleCandidates, useRoomCandidates } from "./candidates.tsx";
import { isPartialDay } from "./days.ts";
import { useContentKindCandidates, useDayCandidates } from "./fixed-candidates.tsx";
import type { FilterCandidates } from "./lookup.tsx";
import styles from "./suggestions.module.css";
import { isDayFilterKind, listTypedFilters, type TypedFilter } from "./typed-filters.ts";

/** A name is searched after this many milliseconds without typing. */
const searchDelayMs = 150;
const maxSuggestions = 8;

/**
 * For each filter: the hook that finds its values, the text key of the list's name, and the text key for an unknown
 * value.
 */
const candidateSourceByKind = {
  from: { useCandidates: usePeopleCandidates, list: "people", unknown: "unknownPerson" },
  in: { useCandidates: useRoomCandidates, list: "rooms", unknown: "unknownRoom" },
  has: { useCandidates: useContentKindCandidates, list: "kinds", unknown: "unknownKind" },
} as const;
const dayCandidateSource = { useCandidates: useDayCandidates, list: "days", unknown: "unknownDay" } as const;
const candidateSourceOf = (kind: TypedFilter["kind"]) =>
  isDayFilterKind(kind) ? dayCandidateSource : candidateSourceByKind[kind];

interface SearchFieldSuggestionsProps {
  text: string;
  /** The search field to which the suggestions belong. It keeps the focus. Keys pressed in it select a suggestion. */
  field: RefObject<HTMLInputElement | null>;
  onChoose: (filter: TypedFilter, id: string) => void;
}

/** Suggestions for the filters typed into the search field. */
export function SearchFieldSuggestions({ text, ...otherProps }: SearchFieldSuggestionsProps) {
  return listTypedFilters(text).map((filter) => (
    <FilterSuggestions
      key={`${filter.start}${filter.kind}`}
      filter={filter}
      useCandidates={candidateSourceOf(filter.kind).useCandidates}
      {...otherProps}
    />
  ));
}

function FilterSuggestions({
  filter,
  field,
  useCandidates,
  onChoose,
}: Omit<SearchFieldSuggestionsProps, "text"> & {
  filter: TypedFilter;
  useCandidates: (text: string) => FilterCandidates;
}) {
  const { t } = useTranslation(["searchFilters", "common"]);
  const id = useId();
  const { kind, value, isFinished } = filter;
  const source = candidateSourceOf(kind);
  const [searchedName] = useDebouncedValue(value, searchDelayMs);
  const { list, isForEarlierText, error, retry } = useCandidates(searchedName);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const [dismissedName, setDismissedName] = useState<string | null>(null);
  const containerRef = useRef<HTMLDivElement>(null);
  const isAnswered = list !== undefined && !isForEarlierText && searchedName === value;
  const options = (isAnswered && dismissedName !== value && list.slice(0, maxSuggestions)) || [];
  const currentIndex = Math.min(activeIndex ?? 0, options.length - 1);
  const isOpened = options.length > 0;
  useLayer(isOpened, () => setDismissedName(value), { ownsEntry: false });

  // The filter's value is complete if its quotation mark is closed or if text follows the filter. Then choose the only
  // match, or the only match whose whole name is the typed name.
  const exactMatches = isAnswered
    ? list.filter((candidate) => normalizeForSearch(candidate.name) === normalizeForSearch(value))
    : [];
  const onlyMatch =
    isAnswered && value !== ""
      ? (list.length === 1 ? list : exactMatches.length === 1 ? exactMatches : [])[0]
      : undefined;
  const chosenId = isFinished ? onlyMatch?.id : undefined;
  const chooseCompleteValue = useEffectEvent((candidateId: string) => onChoose(filter, candidateId));
  useEffect(() => {
    if (chosenId) chooseCompleteValue(chosenId);
  }, [chosenId]);

  const option = options[currentIndex];
  function chooseOption(): void {
    if (option) onChoose(filter, option.id);
  }
  // Enter waits for the server's response, unless no name was typed or the reader has closed the list.
  const isAnswerAwaited = !isAnswered && !(error && !list) && value !== "" && dismissedName !== value;
  const waitsForResult = useEarlyEnter(
    value,
    isAnswerAwaited ? "awaited" : isAnswered ? "here" : "failed",
    () => {
      if (!chosenId) chooseOption();
    },
  );

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // Ignore a key that another filter's list in this field has already handled.
    if (event.defaultPrevented) return;
    const mustWait = waitsForResult(event);
    // Leave all keys to an input method that is composing text.
    if (event.isComposing || event.keyCode === 229 || !(isOpened || mustWait)) return;
    if (event.key === "ArrowDown")
      setActiveIndex(activeIndex === null ? 0 : (currentIndex + 1) % options.length);
    else if (event.key === "ArrowUp") setActiveIndex((currentIndex - 1 + options.length) % options.length);
    else if (event.key === "Enter" && !mustWait && (activeIndex !== null || value !== "")) chooseOption();
    else if (!mustWait) return;
    event.preventDefault();
  });
  useEffect(() => {
    const input = field.current;
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    input?.addEventListener("keydown", onKeyDown);
    return () => input?.removeEventListener("keydown", onKeyDown);
  }, [field]);
  useEffect(() => {
    const input = field.current;
    if (!isOpened || !input) return;
    containerRef.current?.children[currentIndex]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", id);
    input.setAttribute("aria-activedescendant", `${id}${currentIndex}`);
    return () => {
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-controls");
      input.removeAttribute("aria-activedescendant");
    };
  }, [field, id, isOpened, currentIndex]);

  if (error && !list) {
    return (
      <p className={styles.note} role="status">
        {t("failed", { name: value })}{" "}
        <button type="button" className={styles.retryButton} onClick={() => retry()}>
          {t("common:retry")}
        </button>
      </p>
    );
  }
  if (isAnswered && list.length === 0) {
    return (
      <p className={styles.note} role="status">
        {source === dayCandidateSource && !isFinished && isPartialDay(value)
          ? t("dayHint")
          : t(source.unknown, { name: value })}
      </p>
    );
  }
  if (!isOpened) return null;
  return (
    <div ref={containerRef} className={styles.list} id={id} role="listbox" aria-label={t(source.list)}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={option.id}
          id={`${id}${index}`}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === currentIndex}
          // Prevent the default action of the press, so that the focus stays in the search field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(filter, option.id)}
        >
          {option.picture}
          <span className={styles.name}>{option.label}</span>
        </div>
      ))}
    </div>
  );
}
