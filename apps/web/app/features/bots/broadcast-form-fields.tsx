import type { StoredBroadcastContent } from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import type { SaidMessage } from "@kakehashi/contract/flows/effects";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { AudienceFields } from "./broadcast-audience.tsx";
import type { BroadcastFormFields } from "./broadcast-fields.ts";
import { SendTimeFields } from "./broadcast-time.tsx";
import own from "./broadcasts.module.css";
import { ArticleField, TranslatedTextFields } from "./content-fields.tsx";
import { allArticlesQuery } from "./phrase-queries.ts";
import { type PickShownText, PlatformPreview } from "./platform-preview.tsx";

interface BroadcastPartProps {
  bot: Bot;
  /** The copy of an article that the broadcast already contains and can keep. Null if there is none. */
  keptArticle: Extract<StoredBroadcastContent, { kind: "article" }> | null;
}

interface BroadcastFieldsProps extends BroadcastPartProps {
  form: FormOf<BroadcastFormFields>;
  /** The time zone for visitors whose own time zone is unknown. */
  visitorZone: string;
}

/** The fields that the form for a new broadcast and the form for a changed one have in common. */
export function BroadcastFields({ bot, form, keptArticle, visitorZone }: BroadcastFieldsProps) {
  const { t } = useTranslation("broadcasts");
  return (
    <>
      <TextField {...form.field("name")} label={t("name")} description={t("nameHint")} maxLength={200} />
      <ContentFields bot={bot} form={form} keptArticle={keptArticle} />
      <AudienceFields
        bot={bot}
        form={form}
        emptyAudienceError={form.formState.errors.audience?.message as string | undefined}
      />
      <SendTimeFields form={form} visitorZone={visitorZone} />
    </>
  );
}

/** A preview of the broadcast on the bot's platforms outside the web. */
function BroadcastPreview({
  bot,
  content,
  keptArticle,
}: BroadcastPartProps & { content: BroadcastFormFields["content"] }) {
  const { kind, text, article_id } = content;
  const { data } = useQuery({ ...allArticlesQuery(bot.id), enabled: kind === "article" });
  const article = kind === "kept" ? keptArticle : data?.find(({ id }) => id === article_id);
  function previewMessage(pickText: PickShownText): SaidMessage | null {
    if (kind === "text")
      return pickText(text) === "" ? null : { kind: "text", text: pickText(text), replies: [] };
    if (!article) return null;
    const { title, image, buttons } = article;
    return {
      kind: "card",
      title: pickText(title),
      text: pickText(article.text),
      image,
      buttons: buttons.map(({ id, label, address }) => ({ id, label: pickText(label), address })),
    };
  }
  return <PlatformPreview bot={bot} messageInLanguage={previewMessage} />;
}

function ContentFields({
  bot,
  form,
  keptArticle,
}: BroadcastPartProps & { form: FormOf<BroadcastFormFields> }) {
  const { t } = useTranslation("broadcasts");
  const kind = form.watch("content.kind");
  return (
    <fieldset className={own.group}>
      <legend>{t("content")}</legend>
      <SelectField {...form.field("content.kind")} label={t("kind")}>
        <option value="text">{t("kind_text")}</option>
        <option value="article">{t("kind_article")}</option>
        {keptArticle && <option value="kept">{t("kind_kept", { name: keptArticle.name })}</option>}
      </SelectField>
      {kind === "text" && (
        <TranslatedTextFields
          bot={bot}
          name="content.text"
          field={(language, options) => form.field(`content.text.${language}`, options)}
          label={(language) => t("textIn", { language })}
          hintText={t("textHint", { example: "{{name}}" })}
          rows={3}
        />
      )}
      {kind === "article" && (
        <ArticleField
          bot={bot}
          field={form.field("content.article_id")}
          hintText={(isEmpty) => t(isEmpty ? "noArticles" : "articleHint")}
        />
      )}
      <BroadcastPreview bot={bot} content={form.watch("content")} keptArticle={keptArticle} />
    </fieldset>
  );
}
