import type { BotTranslationJob } from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { IconArrowLeft, IconLanguage } from "@tabler/icons-react";
import { Suspense } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useReader } from "../auth/reader.ts";
import { TranslationAreaTabs } from "./area-tabs.tsx";
import { type BotTextsLocation, botTextPathOf } from "./bot-text-address.ts";
import { BotTextJobs, OwnBotTextTranslations } from "./bot-text-jobs.tsx";
import { useBotTextJobs, useLiveBotTexts, useOwnBotTexts } from "./bot-text-queries.ts";
import styles from "./desk.module.css";
import {
  parseTranslationListFilter,
  type TranslationListFilter,
  translationListPathOf,
  translationUnitPathOf,
} from "./desk-address.ts";
import { TranslationListFilters } from "./desk-filters.tsx";
import { EmptyTranslationList, NoSuchConversation } from "./empty-list.tsx";
import { lacksTranslator } from "./known.ts";
import { findNextUnit, isSameUnit, useUnitIndexLookup } from "./next-unit.ts";
import { useLiveTranslations, useTranslationList } from "./queries.ts";
import { TranslationListItem } from "./queue-item.tsx";
import layout from "./unit-layout.module.css";
import { TranslationUnitView } from "./unit-view.tsx";
import { useTranslatorsPageKeys } from "./use-desk-keys.ts";

const BotTextView = createLazyComponent(async () => (await import("./bot-text-view.tsx")).BotTextView);

interface TranslationDeskProps {
  /** The id of the message whose translation is open. Undefined if none is open. */
  mid?: string | undefined;
  targetLanguage: Language | null;
  /** The bot whose texts are open. Undefined if a message is open or if nothing is open. */
  openBot?: BotTextsLocation | undefined;
}

/**
 * The translators' page. The list of messages to translate is on the left, and the open message with its translation is
 * beside it.
 */
export function TranslatorsPage({ mid, targetLanguage, openBot }: TranslationDeskProps) {
  const { t } = useTranslation(["translations", "common"]);
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const filter = parseTranslationListFilter(address);
  const query = useTranslationList(filter);
  const jobsQuery = useBotTextJobs();
  const jobs = filterBotTextJobs(jobsQuery.data ?? [], filter);
  const ownTextsQuery = useOwnBotTexts(filter.list === "mine", filter.into);
  const ownTexts = ownTextsQuery.data ?? [];
  const hasBotTexts = jobs.length > 0 || (filter.list === "mine" && ownTexts.length > 0);
  useLiveTranslations();
  useLiveBotTexts();
  const units = query.data ?? [];
  const openUnitInList = units.find((unit) => isSameUnit(unit, mid, targetLanguage));
  const lastIndex = useUnitIndexLookup(units, mid, targetLanguage);

  /** Opens the next (`direction` 1) or previous (-1) message of the list. Does nothing at the ends of the list. */
  function moveSelection(direction: number): void {
    const nextUnit = openUnitInList
      ? units[units.indexOf(openUnitInList) + direction]
      : units[lastIndex() ?? 0];
    if (nextUnit) void navigate(translationUnitPathOf(filter, nextUnit));
  }
  function openNextUnit(): void {
    const nextUnit = findNextUnit(units, openUnitInList, lastIndex());
    // In the list of the translator's own translations, finished ones stay. So stop at the end of the list instead of
    // going back to an earlier translation.
    if (filter.list === "mine" && openUnitInList && units.at(-1) === openUnitInList) return;
    void navigate(nextUnit ? translationUnitPathOf(filter, nextUnit) : translationListPathOf(filter));
  }
  useTranslatorsPageKeys((event) => {
    // While a bot's texts are open, another component handles Alt with an arrow key. So do nothing here.
    if (openBot) return;
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!event.altKey || event.isComposing || direction === undefined) return;
    event.preventDefault();
    moveSelection(direction);
  });

  const reader = useReader();
  const isWithoutTranslator = (unit: TranslationUnit) =>
    filter.list === "waiting" && lacksTranslator(reader, unit);
  const openUnit = mid !== undefined && targetLanguage !== null ? { mid, to: targetLanguage } : undefined;
  const backButton = (
    <span className={styles.backButton}>
      <IconButton label={t("backToQueue")} onClick={() => navigate(translationListPathOf(filter))}>
        <IconArrowLeft size={20} stroke={1.6} />
      </IconButton>
    </span>
  );
  return (
    <main className={styles.desk} data-open={openUnit || openBot ? true : undefined}>
      <div className={styles.top}>
        <PageHeader title={t("title")} note={t("queueNote")} />
        <TranslationAreaTabs />
      </div>
      <section className={styles.queue} aria-label={t("queue")}>
        <TranslationListFilters
          key={filter.list}
          filter={filter}
          addressOf={(newFilter) =>
            openBot ? botTextPathOf(openBot, newFilter) : translationListPathOf(newFilter, openUnit)
          }
        />
        <div className={styles.list}>
          {/* This heading gets the focus when the page is opened by keyboard. The next Tab then reaches the first
              item of the list. */}
          <h2 id="page-start" className="visually-hidden" tabIndex={-1}>
            {t("queue")}
          </h2>
          {jobs.length > 0 && <BotTextJobs jobs={jobs} open={openBot} filter={filter} />}
          {filter.list === "mine" && ownTexts.length > 0 && (
            <OwnBotTextTranslations texts={ownTexts} open={openBot} filter={filter} />
          )}
          <LoadedContent
            query={query}
            rows={6}
            queriesToAwait={[jobsQuery, ownTextsQuery]}
            emptyState={hasBotTexts ? null : <EmptyTranslationList filter={filter} />}
            missingState={<NoSuchConversation filter={filter} />}
          >
            {(listedUnits) => (
              <>
                <ul>
                  {listedUnits.map((unit) => (
                    <li key={`${unit.message.id} ${unit.language}`}>
                      <TranslationListItem
                        unit={unit}
                        hasNoTranslator={isWithoutTranslator(unit)}
                        address={translationUnitPathOf(filter, unit)}
                        current={isSameUnit(unit, mid, targetLanguage)}
                      />
                    </li>
                  ))}
                </ul>
                <LoadMoreButton query={query} />
              </>
            )}
          </LoadedContent>
        </div>
        <Link className={styles.known ?? ""} to="/settings#languages">
          {t("editKnown")}
        </Link>
      </section>
      <section className={styles.editorArea} aria-label={t("openMessage")}>
        {openBot ? (
          <>
            {backButton}
            <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
              <BotTextView
                key={`${openBot.botId} ${openBot.targetLanguage}`}
                open={openBot}
                filter={filter}
              />
            </Suspense>
          </>
        ) : openUnit ? (
          <>
            {backButton}
            <TranslationUnitView
              key={`${openUnit.mid} ${openUnit.to}`}
              mid={openUnit.mid}
              language={openUnit.to}
              hasNoTranslator={openUnitInList !== undefined && isWithoutTranslator(openUnitInList)}
              onDone={openNextUnit}
              onOpenNext={() => moveSelection(1)}
            />
          </>
        ) : (
          <div className={layout.emptyState}>
            <EmptyState
              icon={<IconLanguage size={24} stroke={1.6} />}
              title={t("chooseTitle")}
              text={t("chooseText")}
            />
          </div>
        )}
      </section>
    </main>
  );
}

/**
 * Returns the bots whose texts this list shows. Bot texts have no conversation, project or urgency. So if the list is
 * filtered by one of these, returns no bots.
 */
function filterBotTextJobs(
  jobs: readonly BotTranslationJob[],
  { list, into, source, minutes, ...otherFilters }: TranslationListFilter,
): readonly BotTranslationJob[] {
  if (list !== "waiting" || Object.values(otherFilters).some((value) => value !== undefined)) return [];
  const latestRequestMs = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() - minutes * 60_000;
  return jobs.filter(
    ({ language, sources, asked_at }) =>
      (into === undefined || into === language) &&
      (source === undefined || sources.includes(source)) &&
      Date.parse(asked_at) <= latestRequestMs,
  );
}
