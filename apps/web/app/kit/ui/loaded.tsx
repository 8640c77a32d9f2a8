import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../api-error.ts";
import { isFirstLoadPending, useIsFirstLoading } from "../use-first-wait.ts";
import { Button } from "./button.tsx";
import styles from "./loaded.module.css";
import { SkeletonRows } from "./skeleton.tsx";
import { FailedState, useErrorText } from "./states.tsx";

/** The fields of a query that `LoadedContent` uses. Every React Query query has them. */
interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
  /** Whether loading the next page has failed. `LoadMoreButton` shows that error, not `LoadedContent`. */
  readonly isFetchNextPageError?: boolean;
}

interface LoadedProps<T> {
  query: QueryState<T>;
  /** The number of placeholder rows during the first load. 0 for a list that may not appear at all. */
  rows?: number;
  /** The accessible name of the placeholder. By default "Loading…". */
  label?: string;
  /** The content for an empty list. */
  emptyState?: ReactNode;
  /**
   * Queries of content above or inside of this content. The placeholder stays until all of them have finished, so that
   * nothing moves while the reader presses something here.
   */
  queriesToAwait?: readonly { readonly isLoading: boolean; readonly failureCount: number }[];
  /** The content for an object that does not exist or was deleted (404). */
  missingState?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Renders a query in each of its states: loading, empty, failed, loaded. After a failed refetch, the old data stays
 * with a note above it.
 */
export function LoadedContent<T>({
  query,
  rows = 3,
  label,
  emptyState,
  queriesToAwait = [],
  missingState,
  children,
}: LoadedProps<T>) {
  const { t } = useTranslation();
  const { data, error } = query;
  const mustWait = useIsFirstLoading(queriesToAwait.some(isFirstLoadPending));
  const refetchQuery = () => void query.refetch();
  if (missingState && error instanceof ApiError && error.status === 404) return missingState;
  if (data === undefined || (mustWait && !error))
    return error ? (
      <FailedState error={error} retry={refetchQuery} />
    ) : (
      rows > 0 && <SkeletonRows count={rows} label={label ?? t("loading")} />
    );
  const isEmpty = emptyState !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {Boolean(error) && !query.isFetchNextPageError && (
        <div className={styles.outdatedNote} role="status">
          <span>{t("notRefreshed")}</span>
          <Button kind="quiet" size="xs" onClick={refetchQuery} loading={query.isFetching ?? false}>
            {t("retry")}
          </Button>
        </div>
      )}
      {isEmpty ? emptyState : children(data)}
    </>
  );
}

interface PagedQuery {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * The end of a list that loads page by page: a button for the next page, and the error if that page has failed to load.
 */
export function LoadMoreButton({ query, label }: { query: PagedQuery; label?: string }) {
  const { t } = useTranslation();
  const errorTextOf = useErrorText();
  if (!query.hasNextPage) return null;
  const hasFailed = query.isFetchNextPageError;
  return (
    <div className={styles.moreRow}>
      <p role="alert">{hasFailed && errorTextOf(query.error)}</p>
      <Button kind="quiet" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
        {hasFailed ? t("retry") : (label ?? t("showMore"))}
      </Button>
    </div>
  );
}
