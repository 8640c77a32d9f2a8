import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useHashScrollRef } from "../../kit/ui/use-hash-target.ts";
import bots from "../bots/bots.module.css";
import { useBotTextUpdates } from "../bots/use-live-texts.ts";
import styles from "./bot-translations.module.css";
import { LanguageTranslationStatus } from "./language-texts.tsx";
import { botTranslationStatusQuery, refetchBotTranslationStatus } from "./text-queries.ts";

/**
 * A section of a bot's settings that shows for each language how many texts wait for a translation. Only owners and
 * editors of the bot see it. It also exists for bots without stories.
 */
export function BotTranslationStatusSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation("stories");
  const query = useQuery(botTranslationStatusQuery(bot.id, bot.languages));
  useBotTextUpdates(bot.id, refetchBotTranslationStatus);
  const sectionRef = useHashScrollRef<HTMLElement>("bot-translations");
  return (
    <section className={bots.section} aria-labelledby="bot-translations" ref={sectionRef}>
      <h2 id="bot-translations">{t("pane_translations")}</h2>
      <p className={bots.hint}>{t("translationsNote")}</p>
      <LoadedContent query={query} rows={2}>
        {({ languages }) => (
          <div className={styles.languages}>
            {languages.map((texts) => (
              <LanguageTranslationStatus key={texts.language} botId={bot.id} canEdit texts={texts} />
            ))}
          </div>
        )}
      </LoadedContent>
    </section>
  );
}
