import type { BotFlow, BotFlowListItem } from "@kakehashi/contract/bot-flows";
import { type ActionOnBot, canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import type { FlowEvent } from "@kakehashi/contract/flows/events";
import { maximumFlowsPerBot } from "@kakehashi/contract/flows/file";
import { createEmptyFlow, type Flow, flowSchema } from "@kakehashi/contract/flows/flow";
import { findPublishingProblems } from "@kakehashi/contract/flows/validate";
import type { Language } from "@kakehashi/contract/languages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { recordAudit } from "../audit/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import { storeWithinBotSize } from "./bot-size.ts";
import { type FlowChange, mergeWithNewestDraft } from "./flow-changes.ts";
import { createFlowHistory } from "./flow-history.ts";
import { createFlowPublishing } from "./flow-publishing.ts";
import * as store from "./flow-store.ts";
import { type BotFileStore, registerFileUses } from "./own-files.ts";
import type { BotActor } from "./person.ts";
import { previewFlow } from "./preview.ts";
import { type BotReader, setUpdatedAtToNow } from "./store.ts";

export interface FlowDependencies {
  readonly db: Kysely<DB>;
  readonly live: Pick<Live, "toUser">;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  readonly botFiles: BotFileStore;
  /**
   * Returns the bot if the reader's role on it allows the given action. Throws "not found" or "forbidden" otherwise.
   */
  findBot(
    executor: Kysely<DB>,
    reader: BotReader,
    id: string,
    action: ActionOnBot,
    shouldLock?: boolean,
  ): Promise<Bot>;
}

/** Manages the stories of bots: their current drafts, saved drafts, published versions and previews. */
export function createFlows({ db, live, quota, botFiles, findBot: find }: FlowDependencies) {
  /**
   * Sends an event that the story has changed to everybody who works on the bot, and to the person's own other devices.
   */
  function announceFlowChange(person: BotActor, { id: bot_id, people }: Bot, flowId: string): void {
    const event: PersonalEvent = { type: "BOT_STORY_CHANGED", bot_id, flow_id: flowId };
    for (const userId of new Set([person.userId, ...people.map(({ user }) => user.id)]))
      live.toUser(userId, event);
  }

  async function findFlow(executor: Kysely<DB>, botId: string, id: string, shouldLock = false) {
    const foundFlow = await store.findFlow(executor, botId, id, shouldLock);
    if (!foundFlow) throw createNotFoundError();
    return foundFlow;
  }

  async function listProblems(executor: Kysely<DB>, bot: Bot, { id, draft }: { id: string; draft: Flow }) {
    const { languages, platforms, request_hosts } = bot;
    return findPublishingProblems(draft, {
      languages,
      platforms,
      flowId: id,
      flowIds: await store.listFlowIds(executor, bot.id),
      allowedRequestHosts: request_hosts,
    });
  }

  async function toFlowWithProblems(bot: Bot, storedFlow: store.StoredFlow): Promise<BotFlow> {
    const { save_number: _, ...flow } = storedFlow;
    return {
      ...flow,
      problems: await listProblems(db, bot, storedFlow),
      can_edit: canDoWithBot(bot.part, "edit"),
    };
  }

  async function viewFlow(reader: BotReader, botId: string, id: string): Promise<BotFlow> {
    const bot = await find(db, reader, botId, "read");
    return toFlowWithProblems(bot, await findFlow(db, botId, id));
  }

  async function requireReadable(reader: BotReader, botId: string, id: string): Promise<void> {
    await find(db, reader, botId, "read");
    await findFlow(db, botId, id);
  }

  /** Runs a change of one story in a transaction that locks the story. */
  async function writeFlow(
    person: BotActor,
    botId: string,
    id: string,
    action: ActionOnBot,
    changeStoredFlow: (tx: Kysely<DB>, flow: store.StoredFlow, bot: Bot) => Promise<void>,
  ): Promise<void> {
    const changedBot = await db.transaction().execute(async (tx) => {
      const bot = await find(tx, person, botId, action, true);
      await changeStoredFlow(tx, await findFlow(tx, botId, id, true), bot);
      await setUpdatedAtToNow(tx, botId);
      return bot;
    });
    announceFlowChange(person, changedBot, id);
  }

  /** Runs an editor's change of one story, and returns the changed story. */
  async function changeFlow(
    person: BotActor,
    botId: string,
    id: string,
    changeStoredFlow: (tx: Kysely<DB>, flow: store.StoredFlow, bot: Bot) => Promise<void>,
  ): Promise<BotFlow> {
    await writeFlow(person, botId, id, "edit", changeStoredFlow);
    return viewFlow(person, botId, id);
  }

  return {
    view: viewFlow,

    async list(reader: BotReader, botId: string): Promise<BotFlowListItem[]> {
      await find(db, reader, botId, "read");
      return store.listFlows(db, botId);
    },

    async create(
      person: BotActor,
      botId: string,
      { name, draft = createEmptyFlow() }: { name: string; draft?: Flow | undefined },
    ): Promise<BotFlow> {
      const id = newId();
      await db.transaction().execute(async (tx) => {
        await find(tx, person, botId, "edit", true);
        if ((await store.listFlowIds(tx, botId)).size >= maximumFlowsPerBot)
          throw new AppError("BOT.TOO_MANY_STORIES");
        await registerFileUses(tx, botFiles, botId, draft);
        await quota.storeTexts(tx, person.userId, () =>
          storeWithinBotSize(tx, botId, () =>
            store.insertFlow(tx, { id, botId, userId: person.userId, name }, draft),
          ),
        );
        await setUpdatedAtToNow(tx, botId);
      });
      return viewFlow(person, botId, id);
    },

    async save(
      person: BotActor,
      botId: string,
      id: string,
      flowChange: FlowChange,
    ): Promise<BotFlow & { overwritten: string[] }> {
      let overwrittenBlockIds: readonly string[] = [];
      const savedFlow = await changeFlow(person, botId, id, async (tx, storedFlow) => {
        const mergeResult = mergeWithNewestDraft(storedFlow, flowChange);
        ({ overwrittenBlockIds } = mergeResult);
        const { draft } = mergeResult;
        if (draft) {
          await registerFileUses(tx, botFiles, botId, draft);
          await quota.storeTexts(tx, person.userId, () =>
            storeWithinBotSize(tx, botId, () =>
              store.saveFlowDraft(tx, storedFlow, draft, person.userId, overwrittenBlockIds.length > 0),
            ),
          );
        }
        if (flowChange.name !== undefined) await store.renameFlow(tx, id, flowChange.name);
      });
      return { ...savedFlow, overwritten: [...overwrittenBlockIds] };
    },

    /**
     * Returns a bot's stories with their drafts, the oldest first. The caller must have checked the reader's
     * permission.
     */
    drafts: (executor: Kysely<DB>, botId: string, id: string | null = null) =>
      store.listNewestDraftPerFlow(executor, botId, id),

    /**
     * Replaces a story's draft by one with a new translation. `rewriteFlow` runs in the transaction that locks the story. It
     * checks the translator's permission and returns the new draft.
     */
    rewrite: (
      person: BotActor,
      botId: string,
      id: string,
      rewriteFlow: (tx: Kysely<DB>, flow: store.StoredFlow, bot: Bot) => Promise<Flow>,
    ): Promise<void> =>
      writeFlow(person, botId, id, "read", async (tx, foundFlow, bot) => {
        const draft = await rewriteFlow(tx, foundFlow, bot);
        // Refuse a story that is larger than its schema allows, because an editor could never save it again.
        if (!flowSchema.safeParse(draft).success) throw new AppError("BOT.TOO_LARGE");
        await quota.storeTexts(tx, person.userId, () =>
          storeWithinBotSize(tx, botId, () => store.saveFlowDraft(tx, foundFlow, draft, person.userId)),
        );
      }),

    async remove(person: BotActor, botId: string, id: string): Promise<void> {
      const bot = await db.transaction().execute(async (tx) => {
        const foundBot = await find(tx, person, botId, "edit", true);
        const { name } = await findFlow(tx, botId, id, true);
        await store.removeFlow(tx, botId, id);
        await setUpdatedAtToNow(tx, botId);
        await recordAudit(tx, person, "bot.remove", botId, { story: name });
        return foundBot;
      });
      announceFlowChange(person, bot, id);
    },

    ...createFlowPublishing({ changeFlow, problemsOf: listProblems }),
    ...createFlowHistory(db, requireReadable),

    async preview(
      reader: BotReader,
      botId: string,
      id: string,
      previewInput: { language: Language; events: readonly FlowEvent[] },
    ) {
      const bot = await find(db, reader, botId, "read");
      const { draft } = await findFlow(db, botId, id);
      return previewFlow(
        db,
        bot,
        { flowId: id, version: { flow: draft, languages: bot.languages } },
        previewInput,
      );
    },
  };
}
