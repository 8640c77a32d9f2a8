import { isTranslator } from "@kakehashi/contract/known-languages";
import type { Team } from "@kakehashi/contract/teams";
import type { Account } from "@kakehashi/contract/users";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { ConversationRow } from "../conversations/row.tsx";
import { useConversation } from "../conversations/use-conversations.ts";
import { SharedFileCard } from "../files/browser.tsx";
import { useTeamFiles } from "./queries.ts";
import { TeamActivity } from "./team-activity.tsx";
import { TeamGlossary } from "./team-glossary.tsx";
import { TeamPeople } from "./team-people.tsx";
import styles from "./teams.module.css";

/** A team's page: its conversations, people, files, glossary and events. */
export function TeamView({ team, account }: { team: Team; account: Account }) {
  const { t } = useTranslation("teams");
  const project = `/projects/${team.id}`;
  return (
    <div className={styles.view}>
      <p className={styles.state}>
        {team.status === "DEACTIVE" ? (
          <Badge>{t("closed")}</Badge>
        ) : (
          <Badge tone={team.running_since ? "jade" : "indigo"}>
            {t(team.running_since ? "runs" : "notRunning")}
          </Badge>
        )}
        <Link to={project}>{t("toProject")}</Link>
        {isTranslator(account.role) && <Link to={`/translations?project=${team.id}`}>{t("toDesk")}</Link>}
      </p>
      <TeamSection title={t("rooms")}>
        <ul className={styles.rooms}>
          {team.rooms.map((room) => (
            <RoomRow key={room.id} roomId={room.id} userId={account.id} />
          ))}
        </ul>
      </TeamSection>
      <TeamSection
        title={t("peopleTitle")}
        moreLink={<Link to={`${project}/members`}>{t(team.is_host ? "manage" : "allMembers")}</Link>}
      >
        <TeamPeople id={team.id} />
      </TeamSection>
      <TeamSection title={t("files")}>
        <TeamFiles id={team.id} />
      </TeamSection>
      <TeamSection
        title={t("glossary")}
        moreLink={
          (isTranslator(account.role) || account.role === "admin") && (
            <Link to={`/translations/glossary?project=${team.id}`}>{t("editGlossary")}</Link>
          )
        }
      >
        <TeamGlossary id={team.id} />
      </TeamSection>
      <TeamSection title={t("activity")}>
        <TeamActivity id={team.id} />
      </TeamSection>
    </div>
  );
}

function TeamSection({
  title,
  moreLink,
  children,
}: {
  title: string;
  moreLink?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {moreLink}
      </div>
      {children}
    </section>
  );
}

function RoomRow({ roomId, userId }: { roomId: string; userId: string }) {
  const { conversation } = useConversation(roomId);
  return (
    <li>
      {conversation ? (
        <ConversationRow conversation={conversation} userId={userId} />
      ) : (
        <SkeletonRows count={1} label="" />
      )}
    </li>
  );
}

function TeamFiles({ id }: { id: string }) {
  const { t } = useTranslation("teams");
  const query = useTeamFiles(id);
  return (
    <LoadedContent query={query} rows={3} emptyState={<p className={styles.nothing}>{t("noFiles")}</p>}>
      {(files) => (
        <>
          <ul className={styles.files}>
            {files.map((file) => (
              <SharedFileCard key={file.id} file={file} allFiles={files} />
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}
