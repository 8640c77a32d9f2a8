import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type UIEvent, useId, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useEarlyEnter } from "../../kit/early-enter.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Popover } from "../../kit/ui/popover.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { FilterChip } from "./chip.tsx";
import filters from "./filters.module.css";
import styles from "./lookup.module.css";

/** A name is searched after this many milliseconds without typing. */
const searchDelayMs = 150;
/** When the reader comes this close (in pixels) to the end of the list, more results are loaded. */
const nearEndPx = 80;

/** A value that a search filter can have. */
export interface FilterCandidate {
  readonly id: string;
  readonly name: string;
  /** The name that the list shows. */
  readonly label: ReactNode;
  readonly picture: ReactNode;
}

/** The values that a search by name has found so far. */
export interface FilterCandidates {
  /** The values that were found. Undefined before the first result. */
  readonly list: readonly FilterCandidate[] | undefined;
  /** Whether the values belong to an earlier search text, because the response for the present text is missing. */
  readonly isForEarlierText: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasMore: boolean;
  retry(): void;
  fetchMore(): void;
}

interface FilterLookupProps {
  label: string;
  placeholder: string;
  /** The text that the filter shows while it is not set. */
  noneLabel: string;
  value: string | null;
  /** The name of the selected value. */
  name: ReactNode;
  onChange: (value: string | null) => void;
  useCandidates: (text: string) => FilterCandidates;
}

/** A filter whose value is searched by name. */
export function FilterLookup({ label, value, name, noneLabel, ...otherProps }: FilterLookupProps) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <Popover
      opened={isOpened}
      onChange={setIsOpened}
      position="bottom-start"
      width={320}
      returnFocus
      classNames={{ dropdown: styles.dropdown ?? "" }}
    >
      <FilterChip label={label} onRemove={value === null ? undefined : () => otherProps.onChange(null)}>
        <Popover.Target>
          <button
            type="button"
            className={filters.filter}
            data-set={value !== null || undefined}
            onClick={() => setIsOpened(!isOpened)}
          >
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>{value === null ? noneLabel : name}</span>
            <IconChevronDown size={14} stroke={2} aria-hidden="true" />
          </button>
        </Popover.Target>
      </FilterChip>
      <Popover.Dropdown>
        <FilterChoiceList
          {...otherProps}
          noneLabel={noneLabel}
          value={value}
          onPick={(pickedId) => {
            setIsOpened(false);
            otherProps.onChange(pickedId);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterChoiceList({
  placeholder,
  noneLabel,
  value,
  useCandidates,
  onPick,
}: Pick<FilterLookupProps, "placeholder" | "noneLabel" | "value" | "useCandidates"> & {
  onPick: (value: string | null) => void;
}) {
  const { t } = useTranslation("search");
  const id = useId();
  const [text, setText] = useState("");
  const [searchedText] = useDebouncedValue(text.trim(), searchDelayMs);
  const [activeIndex, setActiveIndex] = useState(0);
  const { list, isForEarlierText, error, isFetching, hasMore, retry, fetchMore } =
    useCandidates(searchedText);
  // While nothing is typed, the first option removes the filter.
  const noneOption = searchedText === "" ? [{ id: null, label: noneLabel, picture: null }] : [];
  const options = [...noneOption, ...(list ?? [])];
  const currentIndex = Math.min(activeIndex, options.length - 1);
  const containerRef = useRef<HTMLDivElement>(null);

  function selectOption(newIndex: number): void {
    setActiveIndex(newIndex);
    containerRef.current?.children[newIndex]?.scrollIntoView({ block: "nearest" });
  }

  function loadMoreNearEnd(): void {
    if (hasMore && !isFetching) fetchMore();
  }

  function pickActiveOption(): void {
    const option = options[currentIndex];
    if (option) onPick(option.id);
  }
  const isSettled = searchedText === text.trim() && !isForEarlierText;
  const hasFailed = isSettled && !list && Boolean(error);
  // While the results belong to an earlier search text, Enter does not choose the first one. A result that was selected
  // with the arrow keys can always be chosen.
  const hasLoadedOptions = activeIndex > 0 || (isSettled && (list !== undefined || searchedText === ""));
  const waitsForResult = useEarlyEnter(
    text.trim(),
    hasLoadedOptions ? "here" : hasFailed ? "failed" : "awaited",
    pickActiveOption,
  );

  function handleKey(event: KeyboardEvent): void {
    const { isComposing, keyCode } = event.nativeEvent;
    // Leave all keys to an input method that is composing text.
    if (waitsForResult(event.nativeEvent) || isComposing || keyCode === 229 || options.length === 0) return;
    const lastIndex = options.length - 1;
    if (event.key === "Enter") pickActiveOption();
    else if (event.key === "ArrowDown") {
      if (currentIndex < lastIndex) selectOption(currentIndex + 1);
      else if (hasMore) loadMoreNearEnd();
      else selectOption(0);
    } else if (event.key === "ArrowUp") selectOption(currentIndex === 0 ? lastIndex : currentIndex - 1);
    else return;
    event.preventDefault();
  }

  function loadMoreOnScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void {
    if (scrollHeight - scrollTop - clientHeight < nearEndPx) loadMoreNearEnd();
  }

  return (
    <>
      <SearchField
        role="combobox"
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={options.length > 0 ? `${id}${currentIndex}` : undefined}
        label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(newText) => {
          setText(newText);
          selectOption(0);
        }}
        onKeyDown={handleKey}
        maxLength={200}
        data-autofocus
      />
      <div
        ref={containerRef}
        className={styles.list}
        id={`${id}list`}
        role="listbox"
        aria-label={placeholder}
        aria-busy={isFetching}
        onScroll={loadMoreOnScroll}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
          <div
            key={option.id ?? "none"}
            id={`${id}${index}`}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={index === currentIndex}
            data-chosen={option.id === value || undefined}
            onClick={() => onPick(option.id)}
          >
            {option.picture}
            <span className={styles.name}>{option.label}</span>
          </div>
        ))}
      </div>
      <LoadedContent query={{ data: list, error, isFetching, refetch: retry }}>
        {({ length }) =>
          length === 0 &&
          searchedText !== "" && (
            <p className={styles.noResult} role="status">
              {t("noResult", { query: searchedText })}
            </p>
          )
        }
      </LoadedContent>
    </>
  );
}
