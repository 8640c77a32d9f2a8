import { maximumCannedTextLength } from "@kakehashi/contract/bot-canned";
import { listTextsOfBlock, replaceBlockText } from "@kakehashi/contract/flows/block-texts";
import type { BlockOf } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Bots } from "../bots/service.ts";
import type { Broadcasts } from "../broadcasts/service.ts";
import type { ContainerOfText, MultilingualBotText } from "./waiting.ts";

export interface TextContainerDependencies {
  readonly bots: Pick<Bots, "flows" | "articles" | "phrases" | "canned">;
  readonly broadcasts: Pick<Broadcasts, "texts" | "rewrite">;
}

type BotEditor = Parameters<Bots["flows"]["rewrite"]>[0];
type VisibleBot = Awaited<ReturnType<Bots["require"]>>;

/**
 * One translated text, with the field and the language of the text in its container (a story, an article and so on).
 */
interface TranslatedContent {
  readonly field: string;
  readonly language: Language;
  readonly content: string;
}

/**
 * Checks whether a translation may be stored, and returns the text to store. Runs in the transaction that locks the
 * text's container (a story, an article and so on).
 */
type CheckTranslation = (tx: Kysely<DB>, bot: VisibleBot) => Promise<TranslatedContent>;

type CardTexts = Pick<BlockOf<"card">, "title" | "text"> & {
  readonly buttons: readonly {
    readonly id: string;
    readonly label: PartialTextsByLanguage;
    readonly address: string;
  }[];
};

/**
 * Whether no earlier button of the article has the same id as this one. If several buttons have the same id, only the
 * first of them is translated.
 */
const isFirstButtonWithId = (
  { id }: { id: string },
  index: number,
  buttons: readonly { id: string }[],
): boolean => buttons.findIndex((button) => button.id === id) === index;

/** Converts an article to a card block, so that its texts get the field names and length limits of a card's texts. */
const toCardBlock = ({ title, text, buttons }: CardTexts): BlockOf<"card"> => ({
  id: "card",
  type: "card",
  title,
  text,
  image: "",
  buttons: buttons.filter(isFirstButtonWithId),
  retry: {},
  tries: 1,
});

/** Returns a card's texts with one of them replaced by its translation. */
function replaceCardText<T extends CardTexts>(card: T, { field, language, content }: TranslatedContent) {
  const changedBlock = replaceBlockText(toCardBlock(card), field, language, content) as BlockOf<"card">;
  const labels = new Map(changedBlock.buttons.map(({ id, label }) => [id, label]));
  const buttons = card.buttons.map((button, index) => ({
    ...button,
    label: (isFirstButtonWithId(button, index, card.buttons) && labels.get(button.id)) || button.label,
  }));
  return { title: changedBlock.title, text: changedBlock.text, buttons };
}

const listCardTexts = (container: ContainerOfText, card: CardTexts): MultilingualBotText[] =>
  listTextsOfBlock(toCardBlock(card))
    .filter(({ field }) => field !== "retry")
    .map((text) => ({ ...text, container, container_id: container.id, blockType: "card", groupTitle: "" }));

const toMultilingualText = (
  container: ContainerOfText,
  texts: PartialTextsByLanguage,
): MultilingualBotText => ({
  container,
  container_id: container.id,
  field: "text",
  texts,
  kind: "text",
  blockType: "text",
  groupTitle: "",
});

const listStoryTexts = (container: ContainerOfText, { groups }: Flow): MultilingualBotText[] =>
  groups.flatMap(({ title, blocks }) =>
    blocks.flatMap((block) =>
      listTextsOfBlock(block).map(({ field, texts, kind }) => ({
        container,
        container_id: container.id,
        field: `${block.id}.${field}`,
        texts,
        kind,
        blockType: block.type,
        groupTitle: title,
      })),
    ),
  );

/** Returns the story with one text replaced. `field` begins with the id of the block that holds the text. */
function replaceStoryText(flow: Flow, { field, language, content }: TranslatedContent): Flow {
  const [blockId, ...fieldPathParts] = field.split(".");
  return {
    ...flow,
    groups: flow.groups.map((group) => ({
      ...group,
      blocks: group.blocks.map((block) =>
        block.id === blockId ? replaceBlockText(block, fieldPathParts.join("."), language, content) : block,
      ),
    })),
  };
}

/**
 * Reads and writes the texts of a bot in all their containers: stories, articles, phrases, canned answers and
 * broadcasts.
 */
export function createTextContainers({ bots, broadcasts }: TextContainerDependencies) {
  const setTranslatedText = (
    texts: PartialTextsByLanguage,
    { language, content }: TranslatedContent,
  ): PartialTextsByLanguage => ({
    ...texts,
    [language]: content,
  });
  const textWriters = {
    STORY: (person: BotEditor, botId: string, id: string, checkTranslation: CheckTranslation) =>
      bots.flows.rewrite(person, botId, id, async (tx, { draft }, bot) =>
        replaceStoryText(draft, await checkTranslation(tx, bot)),
      ),
    ARTICLE: (person: BotEditor, botId: string, id: string, checkTranslation: CheckTranslation) =>
      bots.articles.rewrite(person, botId, id, async (tx, article, bot) =>
        replaceCardText(article, await checkTranslation(tx, bot)),
      ),
    PHRASE: (person: BotEditor, botId: string, id: string, checkTranslation: CheckTranslation) =>
      bots.phrases.rewrite(person, botId, id, async (tx, text, bot) =>
        setTranslatedText(text, await checkTranslation(tx, bot)),
      ),
    CANNED: (person: BotEditor, botId: string, id: string, checkTranslation: CheckTranslation) =>
      bots.canned.rewrite(person, botId, id, async (tx, text, bot) =>
        setTranslatedText(text, await checkTranslation(tx, bot)),
      ),
    BROADCAST: (person: BotEditor, botId: string, id: string, checkTranslation: CheckTranslation) =>
      broadcasts
        .rewrite(person, botId, id, async (tx, content, bot) => {
          const translatedContent = await checkTranslation(tx, bot);
          return content.kind === "text"
            ? { ...content, text: setTranslatedText(content.text, translatedContent) }
            : { ...content, ...replaceCardText(content, translatedContent) };
        })
        .catch((error: unknown) => {
          const hasBroadcastBegun = error instanceof AppError && error.code === "BOT.BROADCAST_STATE";
          throw hasBroadcastBegun ? new AppError("BOT_TEXT.SENT") : error;
        }),
  } as const;

  return {
    /**
     * Returns a bot's texts in this order: stories, articles, phrases, canned answers, and broadcasts that have not
     * begun. With an `id`, returns only the texts of the container with this id, even of a broadcast that has begun.
     */
    async read(executor: Kysely<DB>, botId: string, id: string | null): Promise<MultilingualBotText[]> {
      const stories = await bots.flows.drafts(executor, botId, id);
      const articles = await bots.articles.listTexts(executor, botId, id);
      const phrases = await bots.phrases.texts(executor, botId, id);
      const cannedAnswers = await bots.canned.texts(executor, botId, id);
      const broadcastRows = await broadcasts.texts(executor, botId, id);
      return [
        ...stories.flatMap(({ id, name, flow }) => listStoryTexts({ kind: "STORY", id, name }, flow)),
        ...articles.flatMap(({ id, name, ...card }) => listCardTexts({ kind: "ARTICLE", id, name }, card)),
        ...phrases.map(({ id, keywords: [name = ""], text }) =>
          toMultilingualText({ kind: "PHRASE", id, name }, text),
        ),
        ...cannedAnswers.map(({ id, shortcut: name, text }) => ({
          ...toMultilingualText({ kind: "CANNED", id, name }, text),
          maximum: maximumCannedTextLength,
        })),
        ...broadcastRows.flatMap(({ id, name, state, content }) => {
          const container = { kind: "BROADCAST", id, name } as const;
          const texts =
            content.kind === "text"
              ? [toMultilingualText(container, content.text)]
              : listCardTexts(container, content);
          return texts.map((text) => ({ ...text, isClosedForTranslation: state !== "SCHEDULED" }));
        }),
      ];
    },

    /**
     * Writes one text into its container (a story, an article and so on). `checkTranslation` runs in the transaction that locks the
     * container.
     */
    write: (
      person: BotEditor,
      botId: string,
      { kind, id }: ContainerOfText,
      checkTranslation: CheckTranslation,
    ): Promise<void> => textWriters[kind](person, botId, id, checkTranslation),
  };
}
export type TextContainers = ReturnType<typeof createTextContainers>;
