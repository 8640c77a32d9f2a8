import type { BotTranslationJob } from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import { IconRobot } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { type BotTextsLocation, botTextPathOf, isSameBotTextPlace } from "./bot-text-address.ts";
import styles from "./bot-text-jobs.module.css";
import { type BotTextRow, useBotTextsToTranslate } from "./bot-text-queries.ts";
import { useBotTextNamers } from "./bot-text-words.ts";
import type { TranslationListFilter } from "./desk-address.ts";
import itemStyles from "./queue-item.module.css";

interface BotTextJobsProps {
  jobs: readonly BotTranslationJob[];
  open: BotTextsLocation | undefined;
  filter: TranslationListFilter;
}

/**
 * The bots with texts that wait for a translation, at the top of the translators' list. Below the open bot's name are
 * its texts.
 */
export function BotTextJobs({ jobs, open, filter }: BotTextJobsProps) {
  return (
    <ul>
      {jobs.map((job) => {
        const isOpen = open?.botId === job.bot.id && open.targetLanguage === job.language;
        return (
          <li key={`${job.bot.id} ${job.language}`}>
            <BotTextJobLine job={job} isOpen={isOpen} filter={filter} />
            {isOpen && <BotTextJobTexts open={open} language={job.language} filter={filter} />}
          </li>
        );
      })}
    </ul>
  );
}

function BotTextJobLine({
  job,
  isOpen,
  filter,
}: {
  job: BotTranslationJob;
  isOpen: boolean;
  filter: TranslationListFilter;
}) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const { bot, language, waiting, claimed, asked_at, asked_by } = job;
  return (
    <Link
      className={itemStyles.item ?? ""}
      to={botTextPathOf({ botId: bot.id, targetLanguage: language }, filter)}
      aria-current={isOpen ? "true" : undefined}
    >
      <span className={itemStyles.firstLine}>
        <IconRobot size={16} stroke={1.6} aria-hidden="true" />
        <span aria-hidden="true">→</span>
        <LanguageTag language={language} />
        <span className={itemStyles.conversation}>{bot.name}</span>
        <time dateTime={asked_at}>{format.timeAgo(asked_at)}</time>
      </span>
      <span className={itemStyles.excerpt}>{t("botAsks", { name: formatPersonName(asked_by) })}</span>
      <span className={itemStyles.lastLine}>
        <Badge tone="indigo">{t("botText")}</Badge>
        <span>{t("botWaiting", { count: waiting })}</span>
        {claimed > 0 && <span>{t("botClaimed", { count: claimed })}</span>}
      </span>
    </Link>
  );
}

interface JobTextsProps {
  open: BotTextsLocation;
  language: Language;
  filter: TranslationListFilter;
}

function BotTextJobTexts({ open, language, filter }: JobTextsProps) {
  const { t } = useTranslation("translations");
  const query = useBotTextsToTranslate(open.botId, language, filter.source);
  return (
    <LoadedContent query={query} rows={3} emptyState={<p className={styles.nothing}>{t("botNothing")}</p>}>
      {(texts) => {
        const currentText = open.openTextPlace ?? texts[0];
        return (
          <>
            <ul className={styles.botTexts} aria-label={t("botTextsOf", { name: texts[0]?.bot.name ?? "" })}>
              {texts.map((text) => (
                <li key={`${text.container_id} ${text.field}`}>
                  <BotTextLink
                    text={text}
                    address={botTextPathOf({ ...open, openTextPlace: text }, filter)}
                    isOpen={isSameBotTextPlace(currentText, text)}
                  />
                </li>
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        );
      }}
    </LoadedContent>
  );
}

/**
 * The bot texts that the reader is translating or has translated. They are shown above the messages that the reader
 * has translated.
 */
export function OwnBotTextTranslations({
  texts,
  open,
  filter,
}: Omit<BotTextJobsProps, "jobs"> & { texts: readonly BotTextRow[] }) {
  return (
    <ul>
      {texts.map((text) => {
        const { bot, language, container_id, field } = text;
        return (
          <li key={`${container_id} ${field} ${language}`}>
            <BotTextLink
              text={text}
              showsBot
              address={botTextPathOf(
                { botId: bot.id, targetLanguage: language, openTextPlace: text },
                filter,
              )}
              isOpen={open?.targetLanguage === language && isSameBotTextPlace(open.openTextPlace, text)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface BotTextLinkProps {
  text: BotTextRow;
  address: string;
  isOpen: boolean;
  /** Whether the link also contains the names of the bot and the language. */
  showsBot?: boolean;
}

function BotTextLink({ text, address, isOpen, showsBot = false }: BotTextLinkProps) {
  const { t } = useTranslation("translations");
  const textNames = useBotTextNamers();
  const formatPersonName = useNameInLineFormatter();
  return (
    <Link className={itemStyles.item ?? ""} to={address} aria-current={isOpen ? "page" : undefined}>
      {showsBot && (
        <span className={itemStyles.firstLine}>
          <IconRobot size={16} stroke={1.6} aria-hidden="true" />
          <LanguageTag language={text.source_language} />
          <span aria-hidden="true">→</span>
          <LanguageTag language={text.language} />
          <span className={itemStyles.conversation}>{text.bot.name}</span>
        </span>
      )}
      <span className={itemStyles.excerpt} lang={text.source_language}>
        {text.source}
      </span>
      <span className={itemStyles.lastLine}>
        {showsBot && text.state === "DONE" && <Badge tone="jade">{t("botDone")}</Badge>}
        {text.state === "OUTDATED" && <Badge tone="accent">{t("botOutdated")}</Badge>}
        <span>{[textNames.containerOf(text), textNames.nameOf(text)].join(" · ")}</span>
        {text.claimed_by && <span>{t("botIsAt", { name: formatPersonName(text.claimed_by) })}</span>}
      </span>
    </Link>
  );
}
