import { findNameInLanguage } from "@kakehashi/contract/catalogue";
import { isLanguage } from "@kakehashi/contract/languages";
import { findNextMembershipStep } from "@kakehashi/contract/project-membership";
import type { ProjectListItem } from "@kakehashi/contract/projects";
import { useCallback } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { useAccount } from "../auth/session.ts";
import { MemberBadge } from "./member-badge.tsx";
import styles from "./projects.module.css";
import type { ShownTexts } from "./shown-texts.ts";

type ProjectSummary = Pick<
  ProjectListItem,
  "min_cost" | "max_cost" | "currency" | "start_date" | "category" | "joined_count"
>;

type RangeFormat = (min: number, max: number) => string;

/** The cache contains at most this many formatted money ranges for each language and currency. */
const maximumCachedRanges = 1_000;

/**
 * Returns a formatter for money ranges with a cache. Without the cache, formatting a range takes as long as rendering
 * the rest of a project's card.
 */
function createRangeFormat(language: string, currency: string): RangeFormat {
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    maximumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
  });
  const formattedRanges = new Map<string, string>();
  return (min, max) => {
    const key = `${min} ${max}`;
    const text = formattedRanges.get(key) ?? format.formatRange(min, max);
    if (formattedRanges.size >= maximumCachedRanges) formattedRanges.clear();
    formattedRanges.set(key, text);
    return text;
  };
}

const rangeFormats = new Map<string, RangeFormat>();

function getRangeFormat(language: string, currency: string): RangeFormat {
  const key = `${language} ${currency}`;
  const format = rangeFormats.get(key) ?? createRangeFormat(language, currency);
  rangeFormats.set(key, format);
  return format;
}

/** Returns a function that formats a project's budget in the reader's language. */
export function useBudgetFormatter(): (
  project: Pick<ProjectSummary, "min_cost" | "max_cost"> & { currency: { code: string } },
) => string {
  const { language } = useTranslation().i18n;
  return useCallback(
    ({ min_cost, max_cost, currency }) => getRangeFormat(language, currency.code)(min_cost, max_cost),
    [language],
  );
}

/** Shows a project's budget, start, duration, category and number of people. */
export function ProjectFacts({ project, texts }: { project: ProjectSummary; texts: ShownTexts }) {
  const { t, i18n } = useTranslation("projects");
  const day = createDayFormat(i18n.language, "long");
  const formatBudget = useBudgetFormatter();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  return (
    <dl className={styles.facts}>
      <dt>{t("budget")}</dt>
      <dd className={styles.money}>{formatBudget(project)}</dd>
      <dt>{t("start")}</dt>
      <dd>{day(project.start_date)}</dd>
      <dt>{t("time")}</dt>
      <dd lang={texts.translationLanguageByField.time}>{texts.time}</dd>
      <dt>{t("category")}</dt>
      <dd>{findNameInLanguage(project.category.names, reader)}</dd>
      <dt>{t("members")}</dt>
      <dd>{t("people", { count: project.joined_count })}</dd>
    </dl>
  );
}

/** The badges of a project: whether it accepts people, whether it is running, and the reader's status in it. */
export function ProjectBadges({
  project: { status, running_since, part },
}: {
  project: Pick<ProjectListItem, "status" | "running_since" | "part">;
}) {
  const { t } = useTranslation("projects");
  const isClosed = status === "DEACTIVE";
  return (
    <span className={styles.badges}>
      {isClosed ? (
        <Badge>{t("statusClosed")}</Badge>
      ) : (
        <Badge tone={running_since ? "jade" : "indigo"}>
          {t(running_since ? "statusRuns" : "statusOpen")}
        </Badge>
      )}
      {part.status && <MemberBadge status={part.status} is_host={part.is_host} isClosed={isClosed} />}
    </span>
  );
}

/**
 * A badge in the list of projects. It names the reader's possible next step in the project. Readers without an
 * activated profile have no next step.
 */
export function NextStepBadge({
  project: { status, part },
}: {
  project: Pick<ProjectListItem, "status" | "part">;
}) {
  const { t } = useTranslation("projects");
  const isActivated = useAccount()?.status === "ACCEPTED";
  const mayTakeStep = isActivated && status === "ACTIVE" && !part.is_host;
  const nextStep = mayTakeStep && part.status !== null ? findNextMembershipStep("self", part.status) : null;
  return nextStep && <span className={styles.next}>{t("nextIs", { step: t(`step_${nextStep}`) })}</span>;
}
