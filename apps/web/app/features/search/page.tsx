import { messageContentFilters, type SearchType, searchTypes } from "@kakehashi/contract/search";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation, useNavigationType, useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { dayRangeOf, parseDay } from "./days.ts";
import { SearchFilters } from "./filters.tsx";
import styles from "./page.module.css";
import { isFiltered, isRangeReversed, type SearchQuery, useSearch } from "./queries.ts";
import { SearchResultsByKind } from "./results.tsx";
import { SearchFieldSuggestions } from "./suggestions.tsx";
import { isDayFilterKind, listTypedFilters, type TypedFilter, withoutFilters } from "./typed-filters.ts";
import { moveFocusBetweenHits } from "./walk-hits.ts";

/** The search starts after this many milliseconds without typing. */
const searchDelayMs = 200;
// Check the parameters by hand, because the contract's schema library would make the first view a tenth larger.
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readSearchQuery(params: URLSearchParams): SearchQuery {
  const type = searchTypes.find((searchType) => searchType === params.get("type")) ?? "all";
  const has = messageContentFilters.find((contentKind) => contentKind === params.get("has")) ?? null;
  // Ignore invalid ids and days.
  const id = (name: string) => idPattern.exec(params.get(name)?.toLowerCase() ?? "")?.[0] ?? null;
  const day = (name: string) => parseDay(params.get(name) ?? "");
  return {
    q: params.get("q") ?? "",
    type,
    has,
    in: id("in"),
    authorId: id("from"),
    firstDay: day("after"),
    lastDay: day("before"),
  };
}

/** The search page. The address contains the search, so that it can be bookmarked and shared. */
export function SearchPage() {
  const { t } = useTranslation(["search", "searchFilters"]);
  const [params, setParams] = useSearchParams();
  const query = readSearchQuery(params);
  const [text, setText] = useState(query.q);
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const [shownLocationKey, setShownLocationKey] = useState(key);
  if (shownLocationKey !== key) {
    setShownLocationKey(key);
    // A link or the back button has opened another search, so show its text in the field. Typing also changes the
    // address, but the field then already has the text.
    if (navigationType !== "REPLACE") setText(query.q);
  }
  const [searchedText] = useDebouncedValue(text.trim(), searchDelayMs);
  const [showsFilters, setShowsFilters] = useState(isFiltered(query));
  const filtersId = useId();
  const field = useRef<HTMLInputElement>(null);
  // Leave out a filter with an unknown value, such as a name that nobody has. The field still shows it.
  const requestedQuery = { ...query, q: withoutFilters(query.q, listTypedFilters(query.q)) };

  function change(changes: Readonly<Record<string, string | null>>): void {
    // Read the address from the browser, because the router's value is outdated until the next render. With the
    // router's value, the first of two quick changes would be lost.
    const newParams = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) newParams.set(name, value);
      else newParams.delete(name);
    }
    setParams(newParams, { replace: true });
  }

  /** The text of the field after the latest change, even if React has not rendered it yet. */
  const latestText = useRef(text);
  useEffect(() => {
    latestText.current = text;
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed goes into the address, not back
  useEffect(() => {
    // Ignore a delayed text that the field no longer contains. It would undo the filter that the reader has just
    // chosen.
    if (searchedText === latestText.current.trim() && searchedText !== query.q) change({ q: searchedText });
  }, [searchedText, text]);

  function applyFilter(filter: TypedFilter, value: string): void {
    const remainingText = withoutFilters(text, [filter]);
    const { kind } = filter;
    latestText.current = remainingText;
    setText(remainingText);
    // Open the filter panel if filters are set, because a phone would otherwise not show them.
    setShowsFilters(true);
    const changes = isDayFilterKind(kind) ? dayRangeOf(kind, value) : { [kind]: value };
    change({ q: remainingText, ...changes });
  }

  const pathOfResultType = (type: SearchType) => {
    const newParams = new URLSearchParams(params);
    if (type === "all") newParams.delete("type");
    else newParams.set("type", type);
    return `?${newParams}`;
  };

  return (
    <main className={styles.page} onKeyDown={moveFocusBetweenHits}>
      <DocumentTitle>{t("title")}</DocumentTitle>
      <search className={styles.searchBar}>
        <SearchField
          large
          ref={field}
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          value={text}
          onChange={setText}
          placeholder={t("searchFilters:placeholder")}
          label={t("label")}
          maxLength={200}
          autoFocus
        />
        <SearchFieldSuggestions text={text} field={field} onChoose={applyFilter} />
        <div className={styles.typeLinks}>
          <nav className={styles.types} aria-label={t("searchFilters:types")}>
            {searchTypes.map((type) => (
              <Link
                key={type}
                className={styles.type}
                to={pathOfResultType(type)}
                replace
                aria-current={type === query.type ? "page" : undefined}
              >
                {t(type)}
              </Link>
            ))}
          </nav>
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={showsFilters}
            aria-controls={filtersId}
            onClick={() => setShowsFilters(!showsFilters)}
          >
            <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden="true" />
            {t("searchFilters:filters")}
          </button>
        </div>
        <SearchFilters id={filtersId} isCollapsed={!showsFilters} query={query} onChange={change} />
      </search>
      <div className={styles.scroll}>
        <div className={styles.column}>
          <SearchResultsView query={requestedQuery} addressOfResultType={pathOfResultType} />
        </div>
      </div>
    </main>
  );
}

function SearchResultsView({
  query,
  addressOfResultType,
}: {
  query: SearchQuery;
  addressOfResultType: (type: SearchType) => string;
}) {
  const { t } = useTranslation(["search", "searchFilters"]);
  const isSearchNarrowed = isFiltered(query);
  const searchState = useSearch(query);
  if (query.q === "" && !isSearchNarrowed) {
    return (
      <EmptyState
        icon={<IconSearch size={24} stroke={1.6} />}
        title={t("searchFilters:beginTitle")}
        text={`${t("searchFilters:beginText")} ${t("searchFilters:hint")}`}
      />
    );
  }
  const emptyState = (
    <div role="status">
      <EmptyState
        icon={<IconSearchOff size={24} stroke={1.6} />}
        title={query.q === "" ? t("searchFilters:noResultFiltered") : t("noResult", { query: query.q })}
        text={isRangeReversed(query) ? t("searchFilters:backwards") : t("suggestion")}
      />
    </div>
  );
  const { isFetching } = searchState;
  return (
    <LoadedContent query={searchState} rows={6}>
      {({ found, more }) =>
        Object.values(found).every((hits) => hits.length === 0) ? (
          emptyState
        ) : (
          <div aria-busy={isFetching}>
            <p className={styles.resultNote} role="status">
              {isFetching ? "" : t("searchFilters:found")}
            </p>
            {more && (
              <SearchResultsByKind
                results={found}
                type={query.type}
                hasMore={more}
                addressOfResultType={addressOfResultType}
              />
            )}
            <LoadMoreButton query={searchState} />
          </div>
        )
      }
    </LoadedContent>
  );
}
