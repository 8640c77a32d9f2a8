import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { DiscussDialog } from "../../features/codes/discuss-dialog.tsx";
import { CodeList } from "../../features/codes/list.tsx";
import { parseSnippetListFilter } from "../../features/codes/list-filter.ts";
import { MissingSnippet } from "../../features/codes/missing-code.tsx";
import { codeQuery } from "../../features/codes/queries.ts";
import { SnippetActions } from "../../features/codes/snippet-actions.tsx";
import { SnippetForm } from "../../features/codes/snippet-form.tsx";
import { SnippetView } from "../../features/codes/snippet-view.tsx";
import { WorkspaceAreaTabs } from "../../features/projects/areas.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

/**
 * The pages of the code library: the list, the form for a new snippet, one snippet, and its editor. A snippet's slug
 * ends with random characters. So no snippet has the address of the form, which ends with `new`.
 */
export function CodePages({ slug, act: pageAction }: { slug: string | undefined; act: string | undefined }) {
  if (slug === undefined) return <CodeLibrary />;
  if (slug === "new") return <NewSnippetPage />;
  return pageAction === "edit" ? (
    <SnippetEditorPage key={slug} slug={slug} />
  ) : (
    <SnippetPage key={slug} slug={slug} />
  );
}

function CodeLibrary() {
  const { t } = useTranslation("codes");
  return (
    <Page
      title={t("title")}
      width="wide"
      tools={<WorkspaceAreaTabs />}
      actions={
        <ButtonLink kind="primary" target={{ page: "/codes/new" }}>
          {t("new")}
        </ButtonLink>
      }
    >
      <CodeList />
    </Page>
  );
}

function NewSnippetPage() {
  const { t } = useTranslation("codes");
  const [address] = useSearchParams();
  return (
    <Page title={t("formNew")} backLink={{ to: "/codes", label: t("back") }}>
      <SnippetForm snippet={null} projectId={parseSnippetListFilter(address).project_id ?? ""} />
    </Page>
  );
}

function SnippetPage({ slug }: { slug: string }) {
  const { t } = useTranslation("codes");
  const query = useQuery(codeQuery(slug));
  const [isDiscussDialogOpen, setIsDiscussDialogOpen] = useState(false);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const snippet = isMissing ? undefined : query.data;
  const missingState = (
    <EmptyState
      isHeading
      title={t("missingTitle")}
      text={t("missingText")}
      action={<Link to="/codes">{t("back")}</Link>}
    />
  );
  const openDiscussDialog = () => setIsDiscussDialogOpen(true);
  return (
    <Page
      title={snippet?.title ?? t(isMissing ? "missingTitle" : "one")}
      heading={snippet?.title ?? null}
      width="wide"
      backLink={{ to: "/codes", label: t("back") }}
      actions={snippet && <SnippetActions snippet={snippet} onDiscuss={openDiscussDialog} />}
    >
      <LoadedContent query={query} rows={8} missingState={missingState}>
        {(snippet) => <SnippetView key={snippet.slug} snippet={snippet} onDiscuss={openDiscussDialog} />}
      </LoadedContent>
      {snippet && isDiscussDialogOpen && (
        <DiscussDialog snippet={snippet} onClose={() => setIsDiscussDialogOpen(false)} />
      )}
    </Page>
  );
}

function SnippetEditorPage({ slug }: { slug: string }) {
  const { t } = useTranslation("codes");
  // Always fetch the snippet again before the form opens, because the cache may contain an older version.
  const query = useQuery({ ...codeQuery(slug), refetchOnWindowFocus: false, gcTime: 0 });
  const missingState = <MissingSnippet slug={slug} />;
  return (
    <Page title={t("formEdit")} backLink={{ to: `/codes/${slug}`, label: query.data?.title ?? t("back") }}>
      <LoadedContent
        query={{ ...query, data: query.isFetchedAfterMount ? query.data : undefined }}
        rows={6}
        missingState={missingState}
      >
        {(snippet) => (snippet.can_edit ? <SnippetForm key={slug} snippet={snippet} /> : missingState)}
      </LoadedContent>
    </Page>
  );
}
