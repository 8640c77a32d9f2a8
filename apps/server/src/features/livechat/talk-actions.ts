import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { RunKeyedTask } from "../../kit/turns.ts";
import { recordAudit } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { LivechatActor } from "./dependencies.ts";
import { createHandOver } from "./hand-over.ts";
import type { createAgentNotifications } from "./notices.ts";
import { beginTalkRound, endTalkRound } from "./round-store.ts";
import type { createSnooze } from "./snooze.ts";
import * as store from "./store.ts";
import { markLiveEventsUnsent } from "./unsent-event-store.ts";
import type { createUnsentEventTracker } from "./unsent-event-tracker.ts";

interface TalkStepsDependencies {
  readonly db: Kysely<DB>;
  readonly bots: Bots;
  readonly rooms: Rooms;
  readonly notices: ReturnType<typeof createAgentNotifications>;
  readonly announcementMarks: ReturnType<typeof createUnsentEventTracker>;
  readonly talkSnoozes: ReturnType<typeof createSnooze>;
  /** Runs the changes of each talk one after another. */
  readonly inTurn: RunKeyedTask;
  notifyBotPeople(botId: string): Promise<void>;
  /** Returns the changed talk as the actor sees it. */
  view(actor: LivechatActor, botId: string, conversationId: string): Promise<LivechatDetail>;
}

type TalkAction = "claim" | "release" | "take-back" | "close" | "snooze" | "wake";

/**
 * Whether the actor can hand over or close the talk: the agent and owners can, or everybody if the talk has no agent.
 */
export const canHandOverOrClose = (talk: store.LivechatRow, actor: LivechatActor, botPersonPart: string) =>
  talk.agent_id === null || talk.agent_id === actor.userId || botPersonPart === "OWNER";

/**
 * The actions in a talk: claim, hand over, take back, close, snooze and wake. `actor` works on the bot and performs the
 * action.
 */
export function createTalkActions({
  db,
  bots,
  rooms,
  notices,
  announcementMarks,
  talkSnoozes,
  inTurn,
  notifyBotPeople,
  view,
}: TalkStepsDependencies) {
  const { handOver, takeBack } = createHandOver({ rooms, notices });

  /**
   * Runs one action in a talk, if the actor still works on the bot. Locks the session before the talk: a visitor's
   * message locks them in the same order, so the two cannot deadlock. The locked session cannot change until the bot
   * has reacted to the action.
   */
  async function runStep(
    actor: LivechatActor,
    { botId, conversationId }: { botId: string; conversationId: string },
    talkAction: TalkAction,
    runAction: (given: {
      tx: Kysely<DB>;
      bot: Bot;
      talk: store.LivechatRow;
      session: Awaited<ReturnType<Bots["sessions"]["findOfConversation"]>>;
    }) => Promise<(() => Promise<void> | void)[] | null>,
  ): Promise<LivechatDetail> {
    const runStep = async (tx: Kysely<DB>) => {
      const bot = await bots.requireIn(tx, actor, botId, "answer");
      const session = await bots.sessions.findOfConversation(tx, conversationId, true);
      const talk = await store.lockLivechat(tx, conversationId);
      if (talk?.bot_id !== botId) throw createNotFoundError();
      const publishFunctions = await runAction({ tx, bot, talk, session });
      if (!publishFunctions) return null;
      await recordAudit(tx, actor, "bot.talk", botId, { step: talkAction, conversation_id: conversationId });
      return { publishFunctions, announcementMark: await markLiveEventsUnsent(tx, conversationId) };
    };
    const committedStep = await inTurn(conversationId, () => db.transaction().execute(runStep));
    if (committedStep) {
      for (const publishEvents of committedStep.publishFunctions) await publishEvents();
      await notifyBotPeople(botId);
      await announcementMarks.markAnnounced(conversationId, committedStep.announcementMark);
    }
    // The action changed nothing, so this request repeats an earlier one. The earlier request may have died before it
    // sent live events. So the clients get a hint to look for changes.
    else await announcementMarks.hintTalk(conversationId);
    return view(actor, botId, conversationId);
  }

  return {
    async claim(actor: LivechatActor, botId: string, conversationId: string): Promise<LivechatDetail> {
      return runStep(actor, { botId, conversationId }, "claim", async ({ tx, talk, session }) => {
        if (talk.state === "OPEN" && talk.agent_id === actor.userId) return null;
        if (talk.state === "OPEN") throw new AppError("BOT.CLAIMED");
        await store.updateTalkState(tx, conversationId, "OPEN", actor.userId);
        if (talk.state === "CLOSED") await beginTalkRound(tx, conversationId, false);
        if (session) await bots.sessions.pause(tx, session.id, true);
        return [
          await rooms.addMembersIn(tx, conversationId, [actor.userId], {
            line: { kind: "TALK_TAKEN", actorId: actor.userId },
          }),
          await notices.settle(tx, conversationId),
        ];
      });
    },

    async release(
      actor: LivechatActor,
      botId: string,
      conversationId: string,
      userId: string | null,
    ): Promise<LivechatDetail> {
      return runStep(actor, { botId, conversationId }, "release", async ({ tx, bot, talk }) => {
        if (userId !== null && !bot.people.some(({ user }) => user.id === userId))
          throw new AppError("ERR.INPUT", { fields: { user_id: "choice" } });
        if (talk.state === "CLOSED") throw new AppError("BOT.TALK_CLOSED");
        if (!canHandOverOrClose(talk, actor, bot.part)) throw new AppError("ERR.FORBIDDEN");
        if (talk.agent_id === userId) return null;
        return handOver({ tx, bot, talk, conversationId, actorId: actor.userId }, userId);
      });
    },

    /** Undoes the actor's hand-over of a talk: the former agent becomes the agent again. */
    async takeBack(actor: LivechatActor, botId: string, conversationId: string): Promise<LivechatDetail> {
      return runStep(actor, { botId, conversationId }, "take-back", ({ tx, bot, talk }) =>
        takeBack({ tx, bot, talk, conversationId, actorId: actor.userId }),
      );
    },

    async end(
      actor: LivechatActor,
      botId: string,
      conversationId: string,
      isResumed: boolean,
    ): Promise<LivechatDetail> {
      return runStep(actor, { botId, conversationId }, "close", async ({ tx, bot, talk, session }) => {
        if (talk.state === "CLOSED" && !(isResumed && session?.is_paused)) return null;
        if (!canHandOverOrClose(talk, actor, bot.part)) throw new AppError("ERR.FORBIDDEN");
        await store.updateTalkState(tx, conversationId, "CLOSED", talk.agent_id);
        await endTalkRound(tx, conversationId, talk.agent_id);
        const publishFunctions = [
          await rooms.changeInTransaction(tx, conversationId, async () => [
            { kind: isResumed ? "TALK_TO_BOT" : "TALK_CLOSED", actorId: actor.userId },
          ]),
          await notices.settle(tx, conversationId),
        ];
        if (!session) return publishFunctions;
        // If the bot's story does not resume, keep the session paused, even if the story has ended. Then the visitor's
        // next message waits for a person.
        await bots.sessions.pause(tx, session.id, !isResumed);
        return isResumed
          ? [...publishFunctions, await bots.sessions.resumeBotIn(tx, session)]
          : [...publishFunctions, () => bots.sessions.wakeWaitingCalls(session.id)];
      });
    },

    /** Snoozes an open talk until a time. If `snoozedUntil` is null, the snooze lasts until the visitor writes. */
    async snooze(
      actor: LivechatActor,
      botId: string,
      conversationId: string,
      snoozedUntil: string | null,
    ): Promise<LivechatDetail> {
      return runStep(actor, { botId, conversationId }, "snooze", async ({ tx, bot, talk }) => {
        if (talk.state !== "OPEN") throw new AppError("BOT.TALK_NOT_OPEN");
        if (!canHandOverOrClose(talk, actor, bot.part)) throw new AppError("ERR.FORBIDDEN");
        await talkSnoozes.begin(tx, conversationId, snoozedUntil);
        return [];
      });
    },

    async wake(actor: LivechatActor, botId: string, conversationId: string): Promise<LivechatDetail> {
      return runStep(actor, { botId, conversationId }, "wake", async ({ tx, bot, talk }) => {
        if (!talk.is_snoozed) return null;
        if (!canHandOverOrClose(talk, actor, bot.part)) throw new AppError("ERR.FORBIDDEN");
        await talkSnoozes.end(tx, conversationId);
        return [];
      });
    },
  };
}
