import type { BotPhrase } from "@kakehashi/contract/bot-phrases";
import type { Bot } from "@kakehashi/contract/bots";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { allArticlesQuery } from "./phrase-queries.ts";
import parts from "./phrases.module.css";
import { botFlowsQuery } from "./queries.ts";

interface PhraseActions {
  readonly toggleActive: () => void;
  readonly edit: () => void;
  readonly remove: () => void;
}

/** One row in the list of a bot's phrases: the kind of the phrase, its keywords, and the bot's reaction. */
export function PhraseRow({
  bot,
  phrase,
  actions,
}: {
  bot: Bot;
  phrase: BotPhrase;
  /** The actions that change the phrase, switch it on or off, and remove it. Null if the reader may not change it. */
  actions: PhraseActions | null;
}) {
  const { t } = useTranslation("bots");
  const { kind, keywords, target, is_enabled } = phrase;
  const name = keywords[0] ?? "";
  return (
    <div className={parts.phrase}>
      <div className={parts.words}>
        <Badge tone={kind === "pattern" ? "violet" : "indigo"}>{t(`kind_${kind}`)}</Badge>
        {keywords.map((keyword) => (
          <span key={keyword} className={kind === "pattern" ? parts.pattern : parts.keyword} translate="no">
            {keyword}
          </span>
        ))}
      </div>
      <p className={parts.target}>
        <PhraseTarget bot={bot} target={target} />
      </p>
      {actions ? (
        <span className={parts.actions}>
          <Checkbox
            className={parts.switch ?? ""}
            label={t("phraseOn")}
            aria-label={t("phraseOnOf", { keyword: name })}
            checked={is_enabled}
            onChange={actions.toggleActive}
          />
          <IconButton label={t("phraseEditOf", { keyword: name })} onClick={actions.edit}>
            <IconPencil size={18} stroke={1.6} />
          </IconButton>
          <IconButton label={t("phraseRemoveOf", { keyword: name })} onClick={actions.remove}>
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </span>
      ) : (
        !is_enabled && <Badge>{t("silent")}</Badge>
      )}
    </div>
  );
}

/**
 * Shows what the bot does when a phrase matches: it sends a text (shown in the bot's first language) or an article, or
 * starts a story.
 */
export function PhraseTarget({ bot, target }: { bot: Bot; target: BotPhrase["target"] }) {
  const { t } = useTranslation("bots");
  const { data: flows } = useQuery({ ...botFlowsQuery(bot.id), enabled: target.kind === "story" });
  const { data: articles } = useQuery({ ...allArticlesQuery(bot.id), enabled: target.kind === "article" });
  if (target.kind === "answer") {
    const { en = "", vi = "", ja = "" } = target.text;
    const texts = { en, vi, ja };
    const language = bot.languages.find((textLanguage) => texts[textLanguage].trim() !== "");
    return <span lang={language}>{language ? texts[language] : en || vi || ja}</span>;
  }
  if (target.kind === "story") {
    const story = flows?.find(({ id }) => id === target.flow_id);
    if (flows && !story) return <span className={parts.missing}>{t("storyMissing")}</span>;
    return <>{t(story && !story.is_enabled ? "toStoryOff" : "toStory", { name: story?.name ?? "…" })}</>;
  }
  const article = articles?.find(({ id }) => id === target.article_id);
  return <>{t("toArticle", { name: article?.name ?? "…" })}</>;
}
