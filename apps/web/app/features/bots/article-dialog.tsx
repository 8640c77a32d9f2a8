import { type BotArticle, changeBotArticle, createBotArticle } from "@kakehashi/contract/bot-articles";
import type { Bot } from "@kakehashi/contract/bots";
import type { SaidMessage } from "@kakehashi/contract/flows/effects";
import type { Language } from "@kakehashi/contract/languages";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { FormOf } from "../../kit/form.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./bots.module.css";
import { DialogForm, useDialogForm } from "./dialog-form.tsx";
import { MediaField } from "./media-field.tsx";
import { articleQuery, refetchArticles } from "./phrase-queries.ts";
import parts from "./phrases.module.css";
import { type PickShownText, PlatformPreview } from "./platform-preview.tsx";
import { errorOptionsOfTexts } from "./text-errors.ts";

const loadBotArticleSchema = () =>
  import("@kakehashi/contract/schemas/bot-articles").then(({ botArticleBodySchema }) => botArticleBodySchema);
/** An article has at most this many buttons. The contract has the same number as `flowLimits.buttons`. */
const maximumButtons = 10;

interface ArticleDialogProps {
  bot: Bot;
  /** The article to edit. Null for a new one. */
  article: BotArticle | null;
  opened: boolean;
  onClose: () => void;
}

export function ArticleDialog({ bot, article, opened, onClose }: ArticleDialogProps) {
  const { t } = useTranslation("bots");
  return (
    <Dialog opened={opened} onClose={onClose} title={t(article ? "articleEdit" : "articleNew")} widthPx={640}>
      {article && <PhrasesUsingArticle bot={bot} article={article} />}
      <ArticleForm bot={bot} article={article} close={onClose} />
    </Dialog>
  );
}

/** Lists the phrases that send this article, so that an editor knows where a change will appear. */
export function PhrasesUsingArticle({ bot, article }: { bot: Bot; article: BotArticle }) {
  const { t } = useTranslation("bots");
  const { data } = useQuery({ ...articleQuery(bot.id, article.id), enabled: article.use_count > 0 });
  if (!data || data.uses.length === 0) return null;
  const unlistedUseCount = data.use_count - data.uses.length;
  return (
    <p className={styles.note}>
      {t("usedIn")}{" "}
      {data.uses.map(({ phrase_id, keywords: [keyword = ""] }, index) => (
        <span key={phrase_id}>
          {index > 0 && ", "}
          <Link to={`/bots/${bot.id}/phrase?search=${encodeURIComponent(keyword)}`}>{keyword}</Link>
        </span>
      ))}
      {unlistedUseCount > 0 && ` ${t("usedInMore", { count: unlistedUseCount })}`}
    </p>
  );
}

const fillMissingLanguages = (texts: Partial<Record<Language, string | undefined>>) => ({
  en: texts.en ?? "",
  vi: texts.vi ?? "",
  ja: texts.ja ?? "",
});

const fieldsOfArticle = (article: BotArticle | null) => ({
  name: article?.name ?? "",
  title: fillMissingLanguages(article?.title ?? {}),
  text: fillMissingLanguages(article?.text ?? {}),
  /** The address of the article's picture. Empty if the article has none. */
  image: article?.image ?? "",
  buttons: (article?.buttons ?? []).map(({ id, label, address }) => ({
    id,
    label: fillMissingLanguages(label),
    address,
  })),
});
type ArticleFields = ReturnType<typeof fieldsOfArticle>;

function ArticleForm({
  bot,
  article,
  close,
}: Pick<ArticleDialogProps, "bot" | "article"> & { close: () => void }) {
  const { t } = useTranslation("bots");
  const form = useDialogForm({
    schema: loadBotArticleSchema,
    entry: article,
    valuesOf: fieldsOfArticle,
    toBody: ({ image, ...fields }: ArticleFields) => ({ ...fields, image: image.trim() || null }),
    save: (body, revision) => {
      const params = { id: bot.id };
      return article && revision !== null
        ? call(changeBotArticle, {
            params: { ...params, aid: article.id },
            body: { ...body, revision },
          })
        : call(createBotArticle, { params, body });
    },
    refetchList: () => refetchArticles(bot.id),
    savedToastText: t("articleSaved"),
    close,
  });
  const { field } = form;
  return (
    <DialogForm form={form} close={close}>
      <TextField
        {...field("name")}
        label={t("articleName")}
        description={t("articleNameHint")}
        maxLength={200}
        data-autofocus
      />
      {bot.languages.map((language, index) => (
        <fieldset key={language} className={parts.language} lang={language}>
          <legend>{nativeLanguageNames[language]}</legend>
          <TextField
            {...field(`title.${language}`, errorOptionsOfTexts(bot.languages, index, "title"))}
            label={t("cardTitle")}
            maxLength={200}
          />
          <TextArea
            {...field(`text.${language}`)}
            label={t("cardText")}
            rows={2}
            autosize
            maxRows={8}
            maxLength={5_000}
          />
        </fieldset>
      ))}
      <MediaField
        botId={bot.id}
        label={t("cardImage")}
        value={form.watch("image")}
        isPicture
        onUploaded={({ address }) => form.setValue("image", address, { shouldDirty: true })}
        onRemove={() => form.setValue("image", "", { shouldDirty: true })}
      >
        <TextField
          {...field("image")}
          label={t("cardImage")}
          description={t("cardImageHint")}
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      </MediaField>
      <ButtonFields bot={bot} form={form as unknown as FormOf<ArticleFields>} />
      <PlatformPreview
        bot={bot}
        messageInLanguage={(pickText) => createArticlePreview(form.watch(), pickText)}
      />
    </DialogForm>
  );
}

/**
 * Returns the article in one language, as visitors see it. Null if the article has no title, no text, no picture and no
 * buttons.
 */
function createArticlePreview(
  { title, text, image, buttons }: ArticleFields,
  pickText: PickShownText,
): SaidMessage | null {
  const preview = {
    kind: "card" as const,
    title: pickText(title),
    text: pickText(text),
    image: image.trim() || null,
    buttons: buttons.map(({ id, label, address }) => ({ id, label: pickText(label), address })),
  };
  return preview.title === "" && preview.text === "" && preview.image === null && buttons.length === 0
    ? null
    : preview;
}

function ButtonFields({ bot, form }: { bot: Bot; form: FormOf<ArticleFields> }) {
  const { t } = useTranslation(["bots", "common"]);
  const buttons = form.watch("buttons");
  const changeButtons = (newButtons: ArticleFields["buttons"]) =>
    form.setValue("buttons", newButtons, { shouldDirty: true });
  return (
    <fieldset className={styles.group}>
      <legend>{t("cardButtons")}</legend>
      <p className={styles.hint}>{t("cardButtonsHint")}</p>
      {buttons.map(({ id }, index) => (
        <div key={id} className={parts.button}>
          <div className={styles.pair}>
            {bot.languages.map((language, languageIndex) => (
              <TextField
                key={language}
                {...form.field(
                  `buttons.${index}.label.${language}`,
                  errorOptionsOfTexts(bot.languages, languageIndex, `buttons.${index}.label`),
                )}
                label={t("buttonLabel", { language: t(`common:${languageTextKeys[language]}`) })}
                lang={language}
                maxLength={100}
              />
            ))}
          </div>
          <div className={parts.buttonAddress}>
            <TextField
              {...form.field(`buttons.${index}.address`)}
              label={t("buttonAddress")}
              type="url"
              inputMode="url"
              placeholder="https://"
            />
            <IconButton
              label={t("buttonRemove", { number: index + 1 })}
              onClick={() => changeButtons(buttons.filter((_, buttonIndex) => buttonIndex !== index))}
            >
              <IconTrash size={18} stroke={1.6} />
            </IconButton>
          </div>
        </div>
      ))}
      {buttons.length < maximumButtons && (
        <Button
          className={parts.addButton ?? ""}
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={() =>
            changeButtons([
              ...buttons,
              { id: crypto.randomUUID(), label: fillMissingLanguages({}), address: "" },
            ])
          }
        >
          {t("buttonAdd")}
        </Button>
      )}
    </fieldset>
  );
}
