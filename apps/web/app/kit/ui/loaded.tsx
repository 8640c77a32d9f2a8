import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api-error.ts";
import { isAwaited, useFirstWait } from "../use-first-wait.ts";
import { Button } from "./button.tsx";
import styles from "./loaded.module.css";
import { SkeletonRows } from "./skeleton.tsx";
import { FailedState, useErrorText } from "./states.tsx";

/** The fields of a query that `Loaded` uses. Every React Query query has them. */
interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
  /** Whether the next page failed to load. `LoadMore` shows that error. */
  readonly isFetchNextPageError?: boolean;
}

interface Props<T> {
  query: QueryState<T>;
  /** The number of placeholder rows before the first answer. 0 for a list that may not be shown at all. */
  rows?: number;
  /** The accessible name of the placeholder. By default "Loading…". */
  label?: string;
  /** Content that is shown if the loaded list is empty. */
  empty?: ReactNode;
  /**
   * Queries of other content, above or inside of this content. The placeholder stays until each of them has an answer
   * or an error, so that this content does not move while the reader presses something in it.
   */
  waitFor?: readonly { readonly isLoading: boolean; readonly failureCount: number }[];
  /** Content that is shown if the requested thing does not exist or was deleted (404). */
  missingState?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * The result of a query in each of its states: loading, empty, failed, loaded. When a refetch fails, the
 * loaded data stays, and a note above it says so.
 */
export function Loaded<T>({ query, rows = 3, label, empty, waitFor = [], missingState, children }: Props<T>) {
  const { t } = useTranslation();
  const { data, error } = query;
  const mustWait = useFirstWait(waitFor.some(isAwaited));
  const retry = () => void query.refetch();
  if (missingState && error instanceof ApiError && error.status === 404) return missingState;
  if (data === undefined || (mustWait && !error))
    return error ? (
      <FailedState error={error} retry={retry} />
    ) : (
      rows > 0 && <SkeletonRows count={rows} label={label ?? t("loading")} />
    );
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {Boolean(error) && !query.isFetchNextPageError && (
        <div className={styles.outdatedNote} role="status">
          <span>{t("notRefreshed")}</span>
          <Button kind="quiet" size="xs" onClick={retry} loading={query.isFetching ?? false}>
            {t("retry")}
          </Button>
        </div>
      )}
      {isEmpty ? empty : children(data)}
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

/** Shown below a list that loads page by page: a button for the next page, and an error if that page failed to load. */
export function LoadMore({ query, label }: { query: PagedQuery; label?: string }) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  if (!query.hasNextPage) return null;
  const failed = query.isFetchNextPageError;
  return (
    <div className={styles.moreRow}>
      <p role="alert">{failed && textOf(query.error)}</p>
      <Button kind="quiet" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
        {failed ? t("retry") : (label ?? t("showMore"))}
      </Button>
    </div>
  );
}
