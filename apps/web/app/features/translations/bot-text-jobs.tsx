import type { BotTextJob } from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import { IconRobot } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Badge } from "../../kit/ui/badge.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLine } from "../profiles/other-name.tsx";
import { botTextAddress, isSamePlace, type OpenBotTexts } from "./bot-text-address.ts";
import { useBotTextList } from "./bot-text-queries.ts";
import { useBotTextWords } from "./bot-text-words.ts";
import styles from "./desk.module.css";

interface Props {
  jobs: readonly BotTextJob[];
  open: OpenBotTexts | undefined;
}

/** The bots whose texts wait, at the top of the desk's list. The open one shows its texts. */
export function BotTextJobs({ jobs, open }: Props) {
  return (
    <ul>
      {jobs.map((job) => {
        const isOpen = open?.botId === job.bot.id && open.to === job.language;
        return (
          <li key={`${job.bot.id} ${job.language}`}>
            <Job job={job} isOpen={isOpen} />
            {isOpen && <Texts open={open} language={job.language} />}
          </li>
        );
      })}
    </ul>
  );
}

function Job({ job, isOpen }: { job: BotTextJob; isOpen: boolean }) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  const nameOf = useNameInLine();
  const { bot, language, waiting, claimed, asked_at, asked_by } = job;
  return (
    <Link
      className={styles.item ?? ""}
      to={botTextAddress({ botId: bot.id, to: language })}
      aria-current={isOpen ? "true" : undefined}
    >
      <span className={styles.firstLine}>
        <IconRobot size={16} stroke={1.6} aria-hidden="true" />
        <span aria-hidden="true">→</span>
        <LanguageTag language={language} />
        <span className={styles.conversation}>{bot.name}</span>
        <time dateTime={asked_at}>{format.timeAgo(asked_at)}</time>
      </span>
      <span className={styles.excerpt}>{t("botAsks", { name: nameOf(asked_by) })}</span>
      <span className={styles.lastLine}>
        <Badge tone="indigo">{t("botText")}</Badge>
        <span>{t("botWaiting", { count: waiting })}</span>
        {claimed > 0 && <span>{t("botClaimed", { count: claimed })}</span>}
      </span>
    </Link>
  );
}

function Texts({ open, language }: { open: OpenBotTexts; language: Language }) {
  const { t } = useTranslation("translations");
  const query = useBotTextList(open.botId, language);
  const words = useBotTextWords();
  const nameOf = useNameInLine();
  return (
    <Loaded query={query} rows={3} empty={<p className={styles.small}>{t("botNothing")}</p>}>
      {(texts) => {
        const current = open.place ?? texts[0];
        return (
          <>
            <ul className={styles.botTexts} aria-label={t("botTextsOf", { name: texts[0]?.bot.name ?? "" })}>
              {texts.map((text) => (
                <li key={`${text.flow_id} ${text.block_id} ${text.field}`}>
                  <Link
                    className={styles.item ?? ""}
                    to={botTextAddress({ ...open, place: text })}
                    aria-current={isSamePlace(current, text) ? "page" : undefined}
                  >
                    <span className={styles.excerpt} lang={text.source_language}>
                      {text.source}
                    </span>
                    <span className={styles.lastLine}>
                      <span>{words.nameOf(text)}</span>
                      {text.state === "OUTDATED" && <Badge tone="accent">{t("botOutdated")}</Badge>}
                      {text.claimed_by && <span>{nameOf(text.claimed_by)}</span>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        );
      }}
    </Loaded>
  );
}
