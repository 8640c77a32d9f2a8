import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

/** A help page whose content comes from a query. Until the content has loaded, shows a placeholder or an error. */
export function HelpPageForQuery<T>({
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
      <DocumentTitle>{t(isMissing ? "helpMissing" : "help")}</DocumentTitle>
      {content}
    </div>
  );
}
