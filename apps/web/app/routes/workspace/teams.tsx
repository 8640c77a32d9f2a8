import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { useMarkProjectNotificationsRead } from "../../features/notifications/use-mark-project-read.ts";
import { WorkspaceAreaTabs } from "../../features/projects/areas.tsx";
import { teamQuery, useLiveTeams } from "../../features/teams/queries.ts";
import { TeamList } from "../../features/teams/team-list.tsx";
import { TeamView } from "../../features/teams/team-view.tsx";
import styles from "../../features/teams/teams.module.css";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import type { PageHandle } from "../../kit/page.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/teams.ts";

export const handle: PageHandle = { title: "workspace:teams", texts: ["projects", "teams"] };

export async function clientLoader() {
  await Promise.all([loadTexts("projects"), loadTexts("teams")]);
  return null;
}
export const shouldRevalidate = () => false;

export default function TeamsPage({ params: { teamId } }: Route.ComponentProps) {
  const { t } = useTranslation("teams");
  const account = useAccount();
  useLiveTeams();
  if (!account) return null;
  return (
    <main className={styles.page} data-open={teamId ? true : undefined}>
      <div className={styles.list}>
        <PageHeader title={t("title")} headingLevel={teamId ? 2 : 1} />
        <WorkspaceAreaTabs />
        <div className={styles.scroll}>
          <PaneErrorBoundary>
            <TeamList openId={teamId} />
          </PaneErrorBoundary>
        </div>
      </div>
      <div className={styles.main}>
        <PaneErrorBoundary resetKey={teamId}>
          {teamId ? (
            <TeamPage id={teamId} account={account} />
          ) : (
            <>
              <DocumentTitle>{t("title")}</DocumentTitle>
              <div className={styles.nothingChosen}>
                <EmptyState title={t("chooseTitle")} text={t("chooseText")} />
              </div>
            </>
          )}
        </PaneErrorBoundary>
      </div>
    </main>
  );
}

function TeamPage({ id, account }: { id: string; account: Account }) {
  const { t } = useTranslation("teams");
  const query = useQuery(teamQuery(id));
  useMarkProjectNotificationsRead(id);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const missingState = (
    <EmptyState
      isHeading
      title={t("missingTitle")}
      text={t("missingText")}
      action={<Link to="/teams">{t("back")}</Link>}
    />
  );
  return (
    <>
      <DocumentTitle>{query.data ? t("titleOf", { project: query.data.name }) : t("title")}</DocumentTitle>
      {query.data && !isMissing && (
        <PageHeader
          title={query.data.name}
          note={t("people", { count: query.data.member_count })}
          beforeTitle={<BackLink to="/teams" label={t("back")} />}
        />
      )}
      <LoadedContent query={query} rows={6} missingState={missingState}>
        {(team) => <TeamView key={id} team={team} account={account} />}
      </LoadedContent>
    </>
  );
}
