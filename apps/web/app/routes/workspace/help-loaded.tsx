import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";

/** What a help page shows until its content is here, and where it does not come. */
export function HelpLoaded<T>({
  query: { data, error, refetch },
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  const { t, i18n } = useTranslation(["workspace", "common"]);
  if (data !== undefined) return children(data);
  const missing = error instanceof ApiError && error.status === 404;
  return (
    // Around it stands the site's language, which may be another.
    <div lang={i18n.language}>
      <title>{`${t(missing ? "helpMissing" : "help")} · Kakehashi`}</title>
      {missing && <EmptyState title={t("helpMissing")} text={t("helpMissingText")} heading />}
      {error && !missing && <FailedState error={error} retry={refetch} />}
      {!error && <SkeletonRows count={6} label={t("common:loading")} />}
    </div>
  );
}
