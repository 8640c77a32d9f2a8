import { findNameInLanguage } from "@kakehashi/contract/catalogue";
import { isLanguage } from "@kakehashi/contract/languages";
import { chooseOtherName } from "@kakehashi/contract/other-name";
import type { PendingMembershipStep, SuggestedProject } from "@kakehashi/contract/project-home";
import type { ProjectListItem } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { IconBriefcase, IconChecks } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { ProjectBadges, useBudgetFormatter } from "./facts.tsx";
import styles from "./home-blocks.module.css";
import {
  newestProjectsQuery,
  pendingMembershipStepsQuery,
  projectsPerHomeList,
  suggestedProjectsQuery,
} from "./home-queries.ts";
import { RequiredProfileStep } from "./required-profile-step.tsx";
import { shownTextsOfListItem } from "./shown-texts.ts";
import { useLiveProjects } from "./use-live-projects.ts";

/**
 * A list of the reader's next steps in projects, such as applications to answer, invitations, and accepted applications
 * to confirm.
 */
export function PendingMembershipSteps({ account }: { account: Account }) {
  const { t } = useTranslation("home");
  useLiveProjects();
  const query = useQuery(pendingMembershipStepsQuery);
  const isClient = account.role === "company";
  return (
    <LoadedContent query={query}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <EmptyState
            icon={<IconChecks size={24} stroke={1.6} aria-hidden="true" />}
            title={t("stepsNone")}
            text={t(isClient ? "stepsNoneClient" : "stepsNoneMember")}
          />
        ) : (
          <>
            <ul>
              {data.map((waitingStep) => (
                <WaitingStepRow
                  key={`${waitingStep.project.id} ${waitingStep.user.id}`}
                  step={waitingStep}
                  userId={account.id}
                />
              ))}
            </ul>
            {meta.total > data.length && (
              <p className={styles.more}>{t("stepsMore", { count: meta.total - data.length })}</p>
            )}
          </>
        )
      }
    </LoadedContent>
  );
}

function WaitingStepRow({
  step: { project, user, status, changed_at },
  userId,
}: {
  step: PendingMembershipStep;
  userId: string;
}) {
  const { t, i18n } = useTranslation("home");
  const format = useFormat();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const isOwn = user.id === userId;
  const person = [user.name, chooseOtherName(user, reader)].filter(Boolean).join(" · ");
  const sentence = isOwn
    ? t(status === "WAITING_ACCEPT_APPLY" ? "stepConfirm" : "stepInvited")
    : t("stepApplied", { person });
  return (
    <li>
      <Link
        className={styles.row}
        to={isOwn ? `/projects/${project.id}` : `/projects/${project.id}/members?tab=applicants`}
      >
        {isOwn ? (
          <span className={styles.icon}>
            <IconBriefcase size={20} stroke={1.6} aria-hidden="true" />
          </span>
        ) : (
          <Avatar id={user.id} name={user.name} image={user.avatar} size={36} />
        )}
        <span className={styles.words}>
          <span className={styles.name}>{project.name}</span>
          <span className={styles.note}>{sentence}</span>
        </span>
        <time className={styles.time} dateTime={changed_at} title={format.fullDateTime(changed_at)}>
          {format.timeAgo(changed_at)}
        </time>
      </Link>
    </li>
  );
}

/** The list of a client's own projects. An empty list says how the client can create a project. */
export function OwnProjects({ account }: { account: Account }) {
  const { t } = useTranslation("home");
  const query = useQuery(newestProjectsQuery("host"));
  const emptyState =
    account.status === "ACCEPTED" ? (
      <EmptyState
        icon={<IconBriefcase size={24} stroke={1.6} aria-hidden="true" />}
        title={t("ownNone")}
        text={t("ownNoneText")}
        action={
          <Link className={styles.create} to="/projects/new">
            {t("create")}
          </Link>
        }
      />
    ) : (
      <RequiredProfileStep purpose="create" status={account.status} />
    );
  return (
    <LoadedContent query={query} emptyState={emptyState}>
      {(projects) => <HomeProjects projects={projects} />}
    </LoadedContent>
  );
}

/** The list of the newest projects of all clients. */
export function NewestProjects() {
  const { t } = useTranslation("home");
  const query = useQuery(newestProjectsQuery());
  const emptyState = (
    <EmptyState
      icon={<IconBriefcase size={24} stroke={1.6} aria-hidden="true" />}
      title={t("newestNone")}
      text={t("newestNoneText")}
    />
  );
  return (
    <LoadedContent query={query} emptyState={emptyState}>
      {(projects) => <HomeProjects projects={projects} />}
    </LoadedContent>
  );
}

function HomeProjects({ projects }: { projects: readonly ProjectListItem[] }) {
  const { t } = useTranslation("projects");
  return (
    <ul>
      {projects.map((project) => (
        <li key={project.id}>
          <Link className={styles.row} to={`/projects/${project.id}`}>
            <span className={styles.words}>
              <span className={styles.name}>{shownTextsOfListItem(project).name}</span>
              <span className={styles.note}>{t("people", { count: project.joined_count })}</span>
            </span>
            <ProjectBadges project={project} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const noSuggestionsTextKeys = {
  dev: ["suggestedNoneDev", "suggestedNoneDevText"],
  comtor: ["suggestedNoneComtor", "suggestedNoneText"],
  brse: ["suggestedNoneBrse", "suggestedNoneText"],
} as const;

/**
 * The list of projects that the reader may want to join: they need the reader's skills, or lack somebody with the
 * reader's role.
 */
export function SuggestedProjects({ account: { role } }: { account: Account }) {
  const { t } = useTranslation("home");
  const query = useQuery(suggestedProjectsQuery);
  const [title, text] = noSuggestionsTextKeys[role === "comtor" || role === "brse" ? role : "dev"];
  const emptyState = (
    <EmptyState
      icon={<IconBriefcase size={24} stroke={1.6} aria-hidden="true" />}
      title={t(title)}
      text={t(text)}
      {...(role === "dev" && { action: <Link to="/profile">{t("toProfile")}</Link> })}
    />
  );
  return (
    <LoadedContent query={query} emptyState={emptyState}>
      {(projects) => (
        <ul>
          {projects.slice(0, projectsPerHomeList).map((project) => (
            <SuggestedProjectRow key={project.id} project={project} />
          ))}
        </ul>
      )}
    </LoadedContent>
  );
}

function SuggestedProjectRow({ project }: { project: SuggestedProject }) {
  const { t, i18n } = useTranslation("home");
  const formatBudget = useBudgetFormatter();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const category = findNameInLanguage(project.category.names, reader);
  const matchReasons = [...(project.fits_category ? [category] : []), ...project.fitting_skills].join(", ");
  return (
    <li>
      <Link className={styles.row} to={`/projects/${project.id}`}>
        <span className={styles.words}>
          <span className={styles.name}>{project.name}</span>
          <span className={styles.note}>
            {[...(matchReasons ? [] : [category]), formatBudget(project)].join(" · ")}
          </span>
          {matchReasons && <span className={styles.fits}>{t("fits", { what: matchReasons })}</span>}
        </span>
      </Link>
    </li>
  );
}
