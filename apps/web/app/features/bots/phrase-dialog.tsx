import {
  type BotPhrase,
  type BotPhraseBody,
  changeBotPhrase,
  createBotPhrase,
  type PhraseMatchKind,
  phraseMatchKinds,
} from "@kakehashi/contract/bot-phrases";
import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { FormOf } from "../../kit/form.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { ArticleField, TranslatedTextFields } from "./content-fields.tsx";
import { DialogForm, useDialogForm } from "./dialog-form.tsx";
import { refetchPhrases } from "./phrase-queries.ts";
import { botFlowsQuery } from "./queries.ts";

const loadBotPhraseSchema = () =>
  import("@kakehashi/contract/schemas/bot-phrases").then(({ botPhraseBodySchema }) => botPhraseBodySchema);

interface PhraseDialogProps {
  bot: Bot;
  /** The phrase to edit. Null for a new one. */
  phrase: BotPhrase | null;
  opened: boolean;
  onClose: () => void;
}

export function PhraseDialog({ bot, phrase, opened, onClose }: PhraseDialogProps) {
  const { t } = useTranslation("bots");
  return (
    <Dialog opened={opened} onClose={onClose} title={t(phrase ? "phraseEdit" : "phraseNew")} widthPx={600}>
      <PhraseForm bot={bot} phrase={phrase} close={onClose} />
    </Dialog>
  );
}

const fieldsOf = (phrase: BotPhrase | null) => {
  const phraseTarget = phrase?.target ?? { kind: "answer" as const, text: {} };
  const text = phraseTarget.kind === "answer" ? phraseTarget.text : {};
  return {
    kind: phrase?.kind ?? ("contains" as PhraseMatchKind),
    /** The keywords as a single text, with each keyword on a line of its own. */
    keywords: phrase?.keywords.join("\n") ?? "",
    does: phraseTarget.kind,
    target: {
      text: { en: text.en ?? "", vi: text.vi ?? "", ja: text.ja ?? "" },
      article_id: phraseTarget.kind === "article" ? phraseTarget.article_id : "",
      flow_id: phraseTarget.kind === "story" ? phraseTarget.flow_id : "",
    },
  };
};
type PhraseFields = ReturnType<typeof fieldsOf>;

const targetOf = ({ does, target }: PhraseFields): BotPhraseBody["target"] => {
  if (does === "story") return { kind: "story", flow_id: target.flow_id };
  return does === "article"
    ? { kind: "article", article_id: target.article_id }
    : { kind: "answer", text: target.text };
};

function PhraseForm({
  bot,
  phrase,
  close,
}: Pick<PhraseDialogProps, "bot" | "phrase"> & { close: () => void }) {
  const { t } = useTranslation("bots");
  const form = useDialogForm({
    schema: loadBotPhraseSchema,
    entry: phrase,
    valuesOf: fieldsOf,
    toBody: (fields: PhraseFields) => ({
      kind: fields.kind,
      keywords: fields.keywords
        .split("\n")
        .map((keyword) => keyword.trim())
        .filter(Boolean),
      target: targetOf(fields),
      is_enabled: phrase?.is_enabled ?? true,
    }),
    save: (body, revision) => {
      const params = { id: bot.id };
      return phrase && revision !== null
        ? call(changeBotPhrase, {
            params: { ...params, pid: phrase.id },
            body: { ...body, revision },
          })
        : call(createBotPhrase, { params, body });
    },
    refetchList: () => refetchPhrases(bot.id),
    savedToastText: t("phraseSaved"),
    close,
  });
  const kind = form.watch("kind");
  return (
    <DialogForm form={form} close={close}>
      <SelectField {...form.field("kind")} label={t("kind")} description={t(`kindHint_${kind}`)}>
        {phraseMatchKinds.map((kindOption) => (
          <option key={kindOption} value={kindOption}>
            {t(`kind_${kindOption}`)}
          </option>
        ))}
      </SelectField>
      <TextArea
        {...form.field("keywords")}
        label={t(kind === "pattern" ? "patterns" : "keywords")}
        description={t("keywordsHint")}
        rows={3}
        autosize
        maxRows={8}
        spellCheck={kind !== "pattern"}
        data-autofocus
      />
      <TargetFields bot={bot} form={form as unknown as FormOf<PhraseFields>} />
    </DialogForm>
  );
}

function TargetFields({ bot, form }: { bot: Bot; form: FormOf<PhraseFields> }) {
  const { t } = useTranslation("bots");
  const chosenReaction = form.watch("does");
  const { data: flows = [] } = useQuery({ ...botFlowsQuery(bot.id), enabled: chosenReaction === "story" });
  return (
    <>
      <SelectField {...form.field("does")} label={t("does")}>
        <option value="answer">{t("does_answer")}</option>
        <option value="article">{t("does_article")}</option>
        <option value="story">{t("does_story")}</option>
      </SelectField>
      {chosenReaction === "answer" && (
        <TranslatedTextFields
          bot={bot}
          name="target.text"
          field={(language, options) => form.field(`target.text.${language}`, options)}
          label={(language) => t("answerIn", { language })}
          hintText={t("answerHint", { example: "{{name}}" })}
          rows={2}
        />
      )}
      {chosenReaction === "story" && (
        <SelectField key={flows.length} {...form.field("target.flow_id")} label={t("story")}>
          <option value="">{t("choose")}</option>
          {flows.map(({ id, name, is_enabled }) => (
            <option key={id} value={id}>
              {is_enabled ? name : t("storyOff", { name })}
            </option>
          ))}
        </SelectField>
      )}
      {chosenReaction === "article" && (
        <ArticleField
          bot={bot}
          field={form.field("target.article_id")}
          hintText={(isEmpty) => (isEmpty ? t("noArticlesHint") : undefined)}
        />
      )}
    </>
  );
}
