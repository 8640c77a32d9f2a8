import type { Project } from "@kakehashi/contract/projects";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { MemberBadge } from "./member-badge.tsx";
import styles from "./members.module.css";
import { membersQuery } from "./queries.ts";

/** A project's page shows at most this many people. */
const maxShownMembers = 5;

/** The first people of a project, and a link to the list of all its people. */
export function ProjectMembersSection({ project }: { project: Project }) {
  const { t } = useTranslation(["members", "projects"]);
  const { id, part, applicant_count, status } = project;
  const query = useInfiniteQuery(membersQuery(id, "joined"));
  const page = `/projects/${id}/members`;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{t("projects:members")}</h2>
        <span className={styles.links}>
          {part.is_host && status === "ACTIVE" && (
            <Link className={styles.link} to={`${page}?tab=invite`}>
              {t("invite")}
            </Link>
          )}
          <Link className={styles.link} to={page}>
            {t(part.is_host ? "manage" : "all")}
          </Link>
        </span>
      </div>
      {applicant_count !== null && applicant_count > 0 && (
        <Link className={styles.waiting} to={`${page}?tab=applicants`}>
          {t("applicantsWait", { count: applicant_count })}
        </Link>
      )}
      <LoadedContent
        query={query}
        rows={3}
        emptyState={<p className={styles.nobody}>{t("projects:nobodyJoined")}</p>}
      >
        {(members) => (
          <ul className={styles.people}>
            {members.slice(0, maxShownMembers).map((member) => (
              <li key={member.user.id} className={styles.person}>
                <PersonLine opensCard showsPresence person={member.user} />
                <MemberBadge {...member} isClosed={status === "DEACTIVE"} />
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </section>
  );
}
