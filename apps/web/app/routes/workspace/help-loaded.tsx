import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

/** The state of a help page that is loading or has failed to load. */
export function LoadedHelpPage<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  const { t, i18n } = useTranslation("workspace");
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  const missingState = <EmptyState title={t("helpMissing")} text={t("helpMissingText")} isHeading />;
  const content = (
    <LoadedContent query={query} rows={6} missingState={missingState}>
      {children}
    </LoadedContent>
  );
  if (data !== undefined) return content;
  return (
    // Set the language of the help page, because the surrounding page may have another one.
    <div lang={i18n.language}>
      <PageTitle>{t(isMissing ? "helpMissing" : "help")}</PageTitle>
      {content}
    </div>
  );
}
