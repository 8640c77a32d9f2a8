import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./bots.module.css";
import { connectedPagesQuery } from "./channel-pages-query.ts";
import { formatPlatformName } from "./platform-names.ts";

interface PagesWithoutAnswersNoteProps {
  botId: string;
  /** The platforms that are selected in the form now. */
  platforms: readonly BotPlatform[];
  onPlatforms: (platforms: BotPlatform[]) => void;
}

/**
 * Names the connected pages on which the bot does not answer, because their platform is not selected in the bot's
 * settings. Offers to select the platform.
 */
export function UnselectedPlatformsNote({ botId, platforms, onPlatforms }: PagesWithoutAnswersNoteProps) {
  const { t } = useTranslation("bots");
  const { list } = useFormat();
  const { data } = useQuery(connectedPagesQuery);
  const pagesWithoutAnswers = (data?.pages ?? []).filter(
    ({ bot, state, platform }) =>
      bot.id === botId && state !== "DISCONNECTED" && !platforms.includes(platform),
  );
  return [...Map.groupBy(pagesWithoutAnswers, ({ platform }) => platform)].map(([platform, pages]) => {
    const name = formatPlatformName(platform, t);
    const names = list(pages.map((page) => page.name));
    return (
      <div key={platform} className={styles.archivedNote} role="note">
        <p>{t("silentPages", { count: pages.length, pages: names, platform: name })}</p>
        <Button onClick={() => onPlatforms([...platforms, platform])}>
          {t("silentPagesAction", { platform: name })}
        </Button>
      </div>
    );
  });
}
