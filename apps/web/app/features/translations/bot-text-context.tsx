import { useTranslation } from "../../i18n/use-translation.tsx";
import { isSameBotTextPlace } from "./bot-text-address.ts";
import styles from "./bot-text-context.module.css";
import type { BotTextDetail } from "./bot-text-queries.ts";
import captions from "./captions.module.css";
import contextStyles from "./context.module.css";

/** The texts before and after a bot's text, with their translations. Renders nothing if there are none. */
export function NearbyBotTexts({ textDetail: { text, above, below } }: { textDetail: BotTextDetail }) {
  const { t } = useTranslation("translations");
  if (above.length + below.length === 0) return null;
  const title = t(text.container.kind === "STORY" ? "botContext" : "botContextOfCard");
  return (
    <section aria-label={title}>
      <h2 className={captions.heading}>{title}</h2>
      <ol className={contextStyles.context}>
        {[...above, text, ...below].map((nearbyText) => (
          <li key={nearbyText.field} data-current={isSameBotTextPlace(nearbyText, text) || undefined}>
            <span lang={text.source_language}>{nearbyText.source}</span>
            {nearbyText.target !== "" && (
              <span className={styles.botTarget} lang={text.language}>
                {nearbyText.target}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
