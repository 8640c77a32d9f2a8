import { type Found, type SearchType, searchHas, searchTypes } from "@kakehashi/contract/search";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { Button } from "../../kit/ui/button.tsx";
import { useScrollingRow } from "../../kit/ui/scrolling-row.ts";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import { Filters } from "./filters.tsx";
import styles from "./page.module.css";
import { isNarrowed, type SearchQuery, useSearch } from "./queries.ts";
import { Results } from "./results.tsx";

/** Milliseconds without a key after which a question is asked. */
const pause = 200;
// Not the contract's: with the library that checks shapes it weighs a tenth of the first view.
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readQuery(params: URLSearchParams): SearchQuery {
  const type = searchTypes.find((known) => known === params.get("type")) ?? "all";
  const has = searchHas.find((known) => known === params.get("has")) ?? null;
  const text = (name: string) => params.get(name) || null;
  // What cannot be an id names nobody, and narrows nothing.
  const id = (name: string) => idShape.exec(params.get(name)?.toLowerCase() ?? "")?.[0] ?? null;
  return {
    q: params.get("q") ?? "",
    type,
    has,
    in: id("in"),
    from: id("from"),
    after: text("after"),
    before: text("before"),
  };
}

/** The search page. Its question stands in the address, so that it can be kept and sent on. */
export function SearchPage() {
  const { t } = useTranslation("search");
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  const [text, setText] = useState(query.q);
  const [settled] = useDebouncedValue(text.trim(), pause);
  const { ref, className } = useScrollingRow(query.type);

  function change(by: Readonly<Record<string, string | null>>): void {
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(by)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed goes into the address, not back
  useEffect(() => {
    if (settled !== query.q) change({ q: settled });
  }, [settled]);

  const toType = (type: SearchType) => {
    const next = new URLSearchParams(params);
    if (type === "all") next.delete("type");
    else next.set("type", type);
    return `?${next}`;
  };

  return (
    <main className={styles.page}>
      <title>{`${t("title")} · Kakehashi`}</title>
      <search className={styles.top}>
        <label className={styles.field}>
          <IconSearch size={20} stroke={1.8} aria-hidden="true" />
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            placeholder={t("placeholder")}
            aria-label={t("label")}
            maxLength={200}
            // biome-ignore lint/a11y/noAutofocus: whoever opens the search page came to type
            autoFocus
            autoComplete="off"
          />
        </label>
        <nav ref={ref} className={`${className} ${styles.types}`} aria-label={t("types")}>
          {searchTypes.map((type) => (
            <Link
              key={type}
              className={styles.type}
              to={toType(type)}
              replace
              aria-current={type === query.type ? "page" : undefined}
            >
              {t(type)}
            </Link>
          ))}
        </nav>
        <Filters query={query} onChange={change} />
      </search>
      <div className={styles.scroll}>
        <div className={styles.column}>
          <Answer query={query} toType={toType} />
        </div>
      </div>
    </main>
  );
}

function Answer({ query, toType }: { query: SearchQuery; toType: (type: SearchType) => string }) {
  const { t } = useTranslation(["search", "common"]);
  const narrowed = isNarrowed(query);
  const answer = useSearch(query);
  if (query.q === "" && !narrowed) {
    return (
      <EmptyState
        icon={<IconSearch size={24} stroke={1.6} />}
        title={t("beginTitle")}
        text={t("beginText")}
      />
    );
  }
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = answer;
  if (!data && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows count={6} label={t("common:loading")} />;
  const pages = data.pages.map((page) => page.data);
  const found: Found = {
    messages: pages.flatMap((page) => page.messages),
    files: pages.flatMap((page) => page.files),
    people: pages.flatMap((page) => page.people),
    conversations: pages.flatMap((page) => page.conversations),
  };
  const nothing = Object.values(found).every((part) => part.length === 0);
  const more = data.pages.at(-1)?.meta.has_more;
  if (nothing) {
    return (
      <div role="status">
        <EmptyState
          icon={<IconSearchOff size={24} stroke={1.6} />}
          title={query.q === "" ? t("noResultFiltered") : t("noResult", { query: query.q })}
          text={t("suggestion")}
        />
      </div>
    );
  }
  return (
    <div aria-busy={isFetching}>
      <p className={styles.told} role="status">
        {isFetching ? "" : t("found")}
      </p>
      {more && <Results found={found} type={query.type} more={more} toType={toType} />}
      {hasNextPage && (
        <div className={styles.more}>
          <Button kind="quiet" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
            {t("more")}
          </Button>
        </div>
      )}
    </div>
  );
}
