import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api-error.ts";
import { Button } from "./button.tsx";
import styles from "./loaded.module.css";
import { SkeletonRows } from "./skeleton.tsx";
import { FailedState, useErrorText } from "./states.tsx";

/** What a query says of itself; every query of React Query's fits. */
interface Asked<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
  /** What failed is the next page: `LoadMore` says so. */
  readonly isFetchNextPageError?: boolean;
}

interface Props<T> {
  query: Asked<T>;
  /** How many rows of bones stand there before the first answer; 0 for what may not be there at all. */
  rows?: number;
  /** What the bones are called; "Loading…" without. */
  label?: string;
  /** In the place of a list without entries. */
  empty?: ReactNode;
  /** What is said where there is no such thing (404), or no longer. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * What a query brings, in each of its states: on its way, empty, failed, there. What is there stays where asking again
 * fails; a note above it says so.
 */
export function Loaded<T>({ query, rows = 3, label, empty, missing, children }: Props<T>) {
  const { t } = useTranslation();
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (missing && error instanceof ApiError && error.status === 404) return missing;
  if (data === undefined)
    return error ? (
      <FailedState error={error} retry={retry} />
    ) : (
      rows > 0 && <SkeletonRows count={rows} label={label ?? t("loading")} />
    );
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {Boolean(error) && !query.isFetchNextPageError && (
        <div className={styles.old} role="status">
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

interface Paged {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Below a list that is read page by page: the way to more of it, and what happened where that failed. */
export function LoadMore({ query, label }: { query: Paged; label?: string }) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  if (!query.hasNextPage) return null;
  const failed = query.isFetchNextPageError;
  return (
    <div className={styles.more}>
      <p role="alert">{failed && textOf(query.error)}</p>
      <Button kind="quiet" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
        {failed ? t("retry") : (label ?? t("showMore"))}
      </Button>
    </div>
  );
}
