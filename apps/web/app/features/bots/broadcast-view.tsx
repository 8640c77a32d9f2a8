import type { BroadcastDetail } from "@kakehashi/contract/bot-broadcasts";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import styles from "./bots.module.css";
import { BroadcastActions } from "./broadcast-actions.tsx";
import { BroadcastEdit } from "./broadcast-edit.tsx";
import { BroadcastBadge } from "./broadcast-list.tsx";
import { BroadcastMissing } from "./broadcast-missing.tsx";
import { BroadcastProgress } from "./broadcast-progress.tsx";
import { broadcastQuery } from "./broadcast-queries.ts";
import { BroadcastResults } from "./broadcast-results.tsx";
import own from "./broadcasts.module.css";
import { sortBotLanguagesFirst } from "./languages-in-order.ts";
import { formatPlatformName } from "./platform-names.ts";

/** The page of one broadcast: its progress, its content, its audience and its results. */
export function BroadcastView({ bot, id }: { bot: Bot; id: string }) {
  const { t } = useTranslation("broadcasts");
  const query = useQuery(broadcastQuery(bot.id, id));
  const isEdited = useSearchParams()[0].has("edit") && canDoWithBot(bot.part, "edit");
  const listAddress = `/bots/${bot.id}/broadcast`;
  return (
    <LoadedContent query={query} rows={6} missingState={<BroadcastMissing bot={bot} />}>
      {(broadcast) =>
        isEdited ? (
          <BroadcastEdit bot={bot} broadcast={broadcast} />
        ) : (
          <>
            <header className={own.head}>
              <BackLink to={listAddress} label={t("back")} />
              <div className={own.title}>
                <h2>{broadcast.name}</h2>
                <BroadcastBadge broadcast={broadcast} />
              </div>
              {canDoWithBot(bot.part, "edit") && <BroadcastActions botId={bot.id} broadcast={broadcast} />}
            </header>
            <BroadcastProgress broadcast={broadcast} />
            <BroadcastResults botId={bot.id} broadcast={broadcast} />
            <BroadcastContentView bot={bot} broadcast={broadcast} />
            <AudienceView broadcast={broadcast} />
          </>
        )
      }
    </LoadedContent>
  );
}

interface BroadcastContentProps {
  bot: Pick<Bot, "languages">;
  broadcast: Pick<BroadcastDetail, "content">;
}

/** The text or article that a broadcast sends, in each language. The bot's own languages come first. */
export function BroadcastContentView({ bot, broadcast: { content } }: BroadcastContentProps) {
  const { t } = useTranslation("broadcasts");
  const languagesWithText = sortBotLanguagesFirst(bot).filter((language) =>
    [content.text[language], content.kind === "article" && content.title[language]].some(Boolean),
  );
  return (
    <section className={styles.section}>
      <h2>{t("content")}</h2>
      {content.kind === "article" && <p className={styles.hint}>{t("copyOf", { name: content.name })}</p>}
      <dl className={own.texts}>
        {languagesWithText.map((language) => (
          <div key={language}>
            <dt>{nativeLanguageNames[language]}</dt>
            <dd lang={language}>
              {content.kind === "article" && <strong>{content.title[language]}</strong>}
              {content.text[language]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function AudienceView({ broadcast: { audience, page_name } }: { broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const { t: tCommon } = useTranslation("common");
  const { platform, tag, language, seen_days, variable } = audience;
  const conditions = [
    platform !== null && t("onPlatform", { platform: formatPlatformName(platform, tBots) }),
    page_name !== null && t("ofPage", { name: page_name }),
    tag !== null && t("withTag", { tag }),
    language !== null && t("withLanguage", { language: tCommon(languageTextKeys[language]) }),
    seen_days !== null && t("seenDays", { count: seen_days }),
    variable !== null &&
      (variable.value === null
        ? t("withVariable", { name: variable.name })
        : t("withValue", { name: variable.name, value: variable.value })),
  ].filter((condition) => condition !== false);
  return (
    <section className={styles.section}>
      <h2>{t("audience")}</h2>
      <ul className={own.conditions}>
        {conditions.length === 0 && <li>{t("everybody")}</li>}
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <p className={styles.hint}>{t("skipHint")}</p>
    </section>
  );
}
