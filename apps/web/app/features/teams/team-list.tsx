import type { TeamListItem } from "@kakehashi/contract/teams";
import { IconUsersGroup } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useTeams } from "./queries.ts";
import styles from "./teams.module.css";

/** The list of teams: the projects that the reader has joined. */
export function TeamList({ openId: openTeamId }: { openId: string | undefined }) {
  const { t } = useTranslation("teams");
  const query = useTeams();
  const emptyState = (
    <EmptyState
      icon={<IconUsersGroup size={28} stroke={1.5} aria-hidden="true" />}
      title={t("emptyTitle")}
      text={t("emptyText")}
      action={<Link to="/projects">{t("toProjects")}</Link>}
    />
  );
  return (
    <LoadedContent query={query} rows={5} emptyState={emptyState}>
      {(teams) => (
        <>
          <ul className={styles.teams}>
            {teams.map((team) => (
              <li key={team.id}>
                <Link
                  className={styles.team}
                  to={`/teams/${team.id}`}
                  aria-current={team.id === openTeamId ? "page" : undefined}
                >
                  <span className={styles.teamName}>{team.name}</span>
                  <span className={styles.teamNote}>
                    <MemberAvatars team={team} />
                    {t("people", { count: team.member_count })}
                    {team.status === "DEACTIVE"
                      ? ` · ${t("closed")}`
                      : team.running_since && ` · ${t("runs")}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

function MemberAvatars({ team: { people } }: { team: TeamListItem }) {
  return (
    <span className={styles.faces} aria-hidden="true">
      {people.map(({ id, name, avatar }) => (
        <Avatar key={id} id={id} name={name} image={avatar} size={20} />
      ))}
    </span>
  );
}
