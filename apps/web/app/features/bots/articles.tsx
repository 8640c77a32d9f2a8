import { type BotArticle, createBotArticle, removeBotArticle } from "@kakehashi/contract/bot-articles";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { isBotFileAddress } from "@kakehashi/contract/flows/own-files";
import { IconArticle, IconPencil, IconPhoto, IconPlus, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { call } from "../../kit/api.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { offerUndo } from "../../kit/undo.ts";
import { useFormat } from "../../kit/use-format.ts";
import { ArticleDialog, PhrasesUsingArticle } from "./article-dialog.tsx";
import styles from "./bots.module.css";
import { articlesQuery, refetchArticles } from "./phrase-queries.ts";
import parts from "./phrases.module.css";
import { useBotTextUpdates } from "./use-live-texts.ts";

/**
 * The list of a bot's articles. An article is a card with a title, a text, a picture and buttons. Several phrases can
 * send the same article.
 */
export function BotArticles({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const [searchParams, setSearchParams] = useSearchParams();
  const search = (searchParams.get("search") ?? "").trim().slice(0, 200);
  const query = useInfiniteQuery(articlesQuery(bot.id, search));
  useBotTextUpdates(bot.id, refetchArticles);
  const mayEdit = canDoWithBot(bot.part, "edit");
  /**
   * The state of the dialog for an article. `article` is null for a new article. `count` says how often the dialog was
   * opened. It serves as a React key, so that the dialog always opens with a new form.
   */
  const [articleDialog, setArticleDialog] = useState<{
    article: BotArticle | null;
    opened: boolean;
    count: number;
  }>();
  const openArticleDialog = (article: BotArticle | null) =>
    setArticleDialog((previousDialog) => ({
      article,
      opened: true,
      count: (previousDialog?.count ?? 0) + 1,
    }));
  async function confirmAndRemoveArticle({
    id: articleId,
    name,
    title,
    text,
    image,
    buttons,
  }: BotArticle): Promise<void> {
    try {
      await call(removeBotArticle, { params: { id: bot.id, aid: articleId } });
      offerUndo(t("articleRemoved", { name }), async () => {
        await call(createBotArticle, { params: { id: bot.id }, body: { name, title, text, image, buttons } });
        await refetchArticles(bot.id);
      });
    } catch (error) {
      toastError(error);
    }
    await refetchArticles(bot.id);
  }
  return (
    <>
      <p className={styles.note}>{t("articlesHint")}</p>
      <search className={styles.tools}>
        <div className={styles.search}>
          <UrlSearchField
            label={t("articleSearch")}
            addressValue={search}
            change={(value) => setSearchParams(value ? { search: value } : {}, { replace: true })}
          />
        </div>
        {mayEdit && (
          <Button
            kind="primary"
            leftSection={<IconPlus size={18} stroke={1.6} />}
            onClick={() => openArticleDialog(null)}
          >
            {t("articleNew")}
          </Button>
        )}
      </search>
      <LoadedContent
        query={query}
        rows={4}
        emptyState={
          search ? (
            <EmptyState title={t("articleNone")} text={t("noneText")} />
          ) : (
            <EmptyState
              icon={<IconArticle size={28} stroke={1.5} aria-hidden="true" />}
              title={t("articleEmpty")}
              text={t("articleEmptyText")}
            />
          )
        }
      >
        {(articles) => (
          <>
            <ul className={parts.list}>
              {articles.map((article) => (
                <li key={article.id} className={parts.row}>
                  <ArticlePicture address={article.image} />
                  <ArticleItem
                    bot={bot}
                    article={article}
                    actions={
                      mayEdit
                        ? {
                            edit: () => openArticleDialog(article),
                            remove: () => void confirmAndRemoveArticle(article),
                          }
                        : null
                    }
                  />
                </li>
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
      <UndoBar label={t("undo")} />
      {articleDialog && (
        <ArticleDialog
          key={articleDialog.count}
          bot={bot}
          article={query.data?.find(({ id }) => id === articleDialog.article?.id) ?? articleDialog.article}
          opened={articleDialog.opened}
          onClose={() => setArticleDialog({ ...articleDialog, opened: false })}
        />
      )}
    </>
  );
}

/**
 * A small version of an article's picture. Shows only an icon instead of a picture on another site, because the page
 * loads no pictures from other sites.
 */
export function ArticlePicture({ address }: { address: string | null }) {
  const Icon = address === null ? IconArticle : IconPhoto;
  return (
    <span className={parts.picture} aria-hidden="true">
      {address !== null && isBotFileAddress(address) ? (
        <img src={address} alt="" loading="lazy" />
      ) : (
        <Icon size={20} stroke={1.5} />
      )}
    </span>
  );
}

interface ArticleProps {
  bot: Bot;
  article: BotArticle;
  /** The actions that change and remove the article. Null if the reader may not change it. */
  actions: { readonly edit: () => void; readonly remove: () => void } | null;
}

function ArticleItem({ bot, article, actions }: ArticleProps) {
  const { t } = useTranslation("bots");
  const { timeAgo, fullDateTime } = useFormat();
  const { name, title, use_count, updated_at } = article;
  const language = bot.languages.find((titleLanguage) => (title[titleLanguage] ?? "").trim() !== "");
  return (
    <div className={parts.phrase}>
      <h2 className={parts.name}>{name}</h2>
      <p className={parts.target}>
        <span lang={language}>{language ? title[language] : (title.en ?? title.vi ?? title.ja)}</span>
      </p>
      <p className={styles.facts}>
        {use_count === 0 && <span>{t("uses", { count: use_count })}</span>}
        <time dateTime={updated_at} title={fullDateTime(updated_at)}>
          {t("changed", { ago: timeAgo(updated_at) })}
        </time>
      </p>
      {use_count > 0 && (
        <details className={parts.uses}>
          <summary>{t("uses", { count: use_count })}</summary>
          <PhrasesUsingArticle bot={bot} article={article} />
          {actions && <p className={styles.note}>{t("articleKept", { count: use_count })}</p>}
        </details>
      )}
      {actions && (
        <span className={parts.actions}>
          <IconButton label={t("articleEditOf", { name })} onClick={actions.edit}>
            <IconPencil size={18} stroke={1.6} />
          </IconButton>
          <IconButton
            label={t(use_count > 0 ? "articleUsed" : "articleRemoveOf", { name })}
            disabled={use_count > 0}
            onClick={actions.remove}
          >
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </span>
      )}
    </div>
  );
}
