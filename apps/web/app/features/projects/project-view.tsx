import { isTranslator } from "@kakehashi/contract/known-languages";
import { canSeePlan } from "@kakehashi/contract/milestones";
import { deactivateProject, type Project, reactivateProject, runProject } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { LinkedText } from "../../kit/linked-text.tsx";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { MessageFiles } from "../files/message-files.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { ProjectBadges, ProjectFacts } from "./facts.tsx";
import { ProjectMembersSection } from "./members.tsx";
import { ProjectMilestones } from "./milestones.tsx";
import { OwnProjectStatus } from "./own-part.tsx";
import { ProjectTextVersionNote } from "./project-text-version-note.tsx";
import { ProjectTextTranslationStatus } from "./project-texts.tsx";
import styles from "./projects.module.css";
import { cacheProject, refetchProject } from "./queries.ts";
import { RemovalNotes } from "./removals.tsx";
import type { ShownTexts } from "./shown-texts.ts";
import { useAreSectionsLoading } from "./use-sections-loading.ts";

/** The page of a project: its description, the reader's own status, its conversations and its people. */
export function ProjectView({
  project,
  texts,
  account,
}: {
  project: Project;
  texts: ShownTexts;
  account: Account;
}) {
  const { t } = useTranslation(["projects", "common"]);
  const { team, client, support } = project.conversations;
  const areSectionsLoading = useAreSectionsLoading(project, account.role);
  if (areSectionsLoading) return <SkeletonRows count={6} label={t("common:loading")} />;
  const rooms = [
    [team, "roomTeam"],
    [client, "roomClient"],
    [support, "roomSupport"],
  ] as const;
  return (
    <>
      <p className={styles.state}>
        <ProjectBadges project={project} />
        {(account.role === "admin" || (team && isTranslator(account.role))) && (
          <Link className={styles.figures} to={`/translations/figures?project=${project.id}`}>
            {t("translationFigures")}
          </Link>
        )}
      </p>
      <ProjectTextVersionNote texts={texts} />
      {project.part.status === null && (
        <div className={styles.removal}>
          <RemovalNotes projectId={project.id} />
        </div>
      )}
      <OwnProjectStatus project={project} account={account} />
      <ProjectFacts project={project} texts={texts} />
      {rooms.some(([id]) => id) && (
        <section className={styles.section}>
          <h2>{t("conversations")}</h2>
          <div className={styles.rooms}>
            {rooms.map(
              ([id, key]) =>
                id && (
                  <Link key={key} to={`/chat/${id}`}>
                    {t(key)}
                  </Link>
                ),
            )}
          </div>
        </section>
      )}
      {canSeePlan(project, account.role) && <ProjectMilestones project={project} account={account} />}
      <section className={styles.section}>
        <h2>{t("description")}</h2>
        <p className={styles.text} lang={texts.translationLanguageByField.description}>
          <LinkedText text={texts.description} />
        </p>
      </section>
      <section className={styles.section}>
        <h2>{t("skill")}</h2>
        <p className={styles.text} lang={texts.translationLanguageByField.skill}>
          <LinkedText text={texts.skill} />
        </p>
      </section>
      {client && <ProjectTextTranslationStatus project={project} account={account} />}
      {project.files.length > 0 && (
        <section className={styles.section}>
          <h2>{t("files")}</h2>
          <MessageFiles files={project.files} />
        </section>
      )}
      {project.hosts.length > 0 && (
        <section className={styles.section}>
          <h2>{t("hosts", { count: project.hosts.length })}</h2>
          <ul className={styles.people}>
            {project.hosts.map((host) => (
              <li key={host.id} className={styles.person}>
                <PersonLine opensCard showsPresence person={host} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProjectMembersSection project={project} />
    </>
  );
}

const endpointByStep = {
  run: runProject,
  activate: reactivateProject,
  deactivate: deactivateProject,
} as const;

/** The buttons for a project's host, who can edit, start, close and reopen the project. */
export function HostActions({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const { id, status, running_since } = project;
  const { mutate, isPending } = useMutation({
    mutationFn: async (hostStep: keyof typeof endpointByStep) =>
      (await call(endpointByStep[hostStep], { params: { id } })).data,
    onSuccess: cacheProject,
    onError(error) {
      toastError(error);
      refetchProject(id);
    },
  });
  async function confirmStep(hostStep: keyof typeof endpointByStep): Promise<void> {
    const isDestructive = hostStep === "deactivate";
    if (
      await askToConfirm({
        title: t(`${hostStep}Title`),
        text: t(`${hostStep}Text`),
        actionLabel: t(hostStep),
        isDestructive,
      })
    )
      mutate(hostStep);
  }
  const isOpen = status === "ACTIVE";
  return (
    <>
      <ButtonLink size="button" target={{ page: `/projects/${id}/edit` }}>
        {t("edit")}
      </ButtonLink>
      <Button onClick={() => void confirmStep(isOpen ? "deactivate" : "activate")} disabled={isPending}>
        {t(isOpen ? "deactivate" : "activate")}
      </Button>
      {isOpen && !running_since && (
        <Button kind="primary" onClick={() => void confirmStep("run")} loading={isPending}>
          {t("run")}
        </Button>
      )}
    </>
  );
}
