import type { BotFlow } from "@kakehashi/contract/bot-flows";
import type { Bot } from "@kakehashi/contract/bots";
import type { FlowProblem } from "@kakehashi/contract/flows/validate";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { recordAudit } from "../audit/service.ts";
import { toProblemTextsByField } from "./flow-changes.ts";
import * as historyStore from "./flow-history-store.ts";
import * as store from "./flow-store.ts";
import type { BotActor } from "./person.ts";

interface FlowPublishingDependencies {
  /** Runs an editor's change of one story in a transaction that locks the story. Returns the changed story. */
  changeFlow(
    person: BotActor,
    botId: string,
    id: string,
    work: (tx: Kysely<DB>, flow: store.StoredFlow, bot: Bot) => Promise<void>,
  ): Promise<BotFlow>;
  problemsOf(executor: Kysely<DB>, bot: Bot, flow: store.StoredFlow): Promise<FlowProblem[]>;
}

/** Publishes stories, and switches them on and off. */
export function createFlowPublishing({ changeFlow, problemsOf }: FlowPublishingDependencies) {
  return {
    /**
     * Publishes the draft. A repeated request does not publish the same draft again, because an additional version
     * could push out the oldest version.
     */
    publish: (person: BotActor, botId: string, id: string, revision: number): Promise<BotFlow> =>
      changeFlow(person, botId, id, async (tx, storedFlow, bot) => {
        if (storedFlow.revision !== revision) throw new AppError("BOT.EDITED");
        const problems = await problemsOf(tx, bot, storedFlow);
        if (problems.length > 0)
          throw new AppError("BOT.PROBLEMS", { fields: toProblemTextsByField(problems) });
        if (storedFlow.published?.is_draft) return;
        const number = await store.publishSavedDraft(tx, id, storedFlow.save_number, person.userId);
        await recordAudit(tx, person, "bot.publish", botId, { story: storedFlow.name, version: number });
      }),

    /**
     * Publishes an older version again. Does not check it for problems, because it was checked when it was first
     * published, and a roll-back must always work.
     */
    publishAgain: (person: BotActor, botId: string, id: string, number: number): Promise<BotFlow> =>
      changeFlow(person, botId, id, async (tx, storedFlow) => {
        const olderVersion = await historyStore.findFlowVersion(tx, id, number);
        if (!olderVersion) throw createNotFoundError();
        const newestVersionNumber = await store.publishSavedDraft(
          tx,
          id,
          olderVersion.saveNumber,
          person.userId,
        );
        await recordAudit(tx, person, "bot.publish", botId, {
          story: storedFlow.name,
          version: newestVersionNumber,
          from: number,
        });
      }),

    enable: (person: BotActor, botId: string, id: string, isEnabled: boolean): Promise<BotFlow> =>
      changeFlow(person, botId, id, async (tx, foundFlow, bot) => {
        if (isEnabled && bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
        if (isEnabled && !foundFlow.published) throw new AppError("BOT.NOT_PUBLISHED");
        if (foundFlow.is_enabled === isEnabled) return;
        await store.setFlowEnabled(tx, id, isEnabled);
        await recordAudit(tx, person, "bot.switch", botId, { story: foundFlow.name, is_enabled: isEnabled });
      }),
  };
}
