import { findNameInLanguage } from "@kakehashi/contract/catalogue";
import { isLanguage, languages } from "@kakehashi/contract/languages";
import type { ProjectCandidate } from "@kakehashi/contract/project-candidates";
import { findNextMembershipStep, joiningRoles } from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { roleTextKeys } from "../profiles/roles.ts";
import { MemberBadge } from "./member-badge.tsx";
import styles from "./members.module.css";
import { candidatesQuery } from "./queries.ts";
import { useMembershipAction } from "./use-membership-action.ts";

const typingPauseMs = 250;
const emptyFilter = { search: "", skill: "", role: "", language: "" };

/** A dialog that finds people for a project by name, role, skill and language, and invites them. */
export function CandidatesDialog({ project }: { project: Project }) {
  const { t } = useTranslation(["members", "projects", "common"]);
  const [filter, setFilter] = useState(emptyFilter);
  const [settledFilter] = useDebouncedValue(filter, typingPauseMs);
  const query = useInfiniteQuery({
    ...candidatesQuery(project.id, settledFilter),
    placeholderData: keepPreviousData,
  });
  const changeFilter = (change: Partial<typeof emptyFilter>) =>
    setFilter((previousFilter) => ({ ...previousFilter, ...change }));
  const isFiltered = Object.values(settledFilter).some(Boolean);
  const emptyState = isFiltered ? (
    <EmptyState
      title={t("nobodyFits")}
      text={t("projects:noneText")}
      action={<Button onClick={() => setFilter(emptyFilter)}>{t("projects:clearFilters")}</Button>}
    />
  ) : (
    <EmptyState title={t("nobodyYet")} text={t("projects:inviteNote")} />
  );
  return (
    <>
      <p className={styles.hint}>{t("projects:inviteNote")}</p>
      <search className={styles.filters}>
        <SearchField
          label={t("name")}
          placeholder={t("name")}
          maxLength={200}
          value={filter.search}
          onChange={(search) => changeFilter({ search })}
        />
        <SearchField
          label={t("projects:skillSearch")}
          placeholder={t("skillHint")}
          maxLength={200}
          value={filter.skill}
          onChange={(skill) => changeFilter({ skill })}
        />
        <Select
          aria-label={t("role")}
          value={filter.role}
          onChange={({ currentTarget }) => changeFilter({ role: currentTarget.value })}
        >
          <option value="">{t("anyRole")}</option>
          {joiningRoles.map((role) => (
            <option key={role} value={role}>
              {t(`common:${roleTextKeys[role]}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("language")}
          value={filter.language}
          onChange={({ currentTarget }) => changeFilter({ language: currentTarget.value })}
        >
          <option value="">{t("anyLanguage")}</option>
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {nativeLanguageNames[language]}
            </option>
          ))}
        </Select>
      </search>
      <LoadedContent query={query} rows={4} emptyState={emptyState}>
        {(candidates) => (
          <>
            <ul className={styles.people}>
              {candidates.map((candidate) => (
                <CandidateRow key={candidate.user.id} projectId={project.id} candidate={candidate} />
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

function CandidateRow({ projectId, candidate }: { projectId: string; candidate: ProjectCandidate }) {
  const { t, i18n } = useTranslation(["members", "projects"]);
  const { user, languages: knownLanguages, categories, description, status } = candidate;
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const { mutate, isPending } = useMembershipAction(projectId, user);
  const memberStep = findNextMembershipStep("host", status ?? "NONE");
  const otherLanguages = knownLanguages.filter((language) => language !== user.working_language);
  const categoryNames = categories.map(({ names }) => findNameInLanguage(names, reader)).join(" · ");
  return (
    <li className={styles.person}>
      <div className={styles.candidate}>
        <PersonLine opensCard showsPresence person={user} note={categoryNames || undefined} />
        {otherLanguages.length > 0 && (
          <span className={styles.languages}>
            {t("alsoKnows")}
            {otherLanguages.map((language) => (
              <LanguageTag key={language} language={language} />
            ))}
          </span>
        )}
        {description !== "" && <p className={styles.about}>{description}</p>}
      </div>
      {status && (
        <span className={styles.beside}>
          <MemberBadge status={status} />
        </span>
      )}
      {(memberStep === "invite" || memberStep === "accept") && (
        <Button
          kind={memberStep === "accept" ? "primary" : "plain"}
          loading={isPending}
          onClick={() => mutate(memberStep)}
          aria-label={`${t(`projects:step_${memberStep}`)}: ${user.name}`}
        >
          {t(`projects:step_${memberStep}`)}
        </Button>
      )}
    </li>
  );
}
