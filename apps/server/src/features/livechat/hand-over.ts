import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import { hasWrittenSince, markHandedOver, markHandOverUndone } from "./hand-over-store.ts";
import type { createAgentNotifications } from "./notices.ts";
import * as store from "./store.ts";

type PublishFunction = () => Promise<void>;

interface TalkChangeContext {
  readonly tx: Kysely<DB>;
  readonly bot: Bot;
  readonly talk: store.LivechatRow;
  readonly conversationId: string;
  /** The person who hands the talk over or undoes the hand-over. */
  readonly actorId: string;
}

/** Hands talks over to other agents, and undoes hand-overs. The caller must have locked the talk. */
export function createHandOver({
  rooms,
  notices,
}: Pick<LivechatDependencies, "rooms"> & { notices: ReturnType<typeof createAgentNotifications> }) {
  return {
    /**
     * Makes a person the agent of the talk; the person may be the actor. Null makes the talk wait until somebody takes
     * it.
     */
    async handOver(talkContext: TalkChangeContext, userId: string | null): Promise<PublishFunction[]> {
      const { tx, talk, conversationId, actorId } = talkContext;
      const { bot_id: botId, agent_id: formerAgentId } = talk;
      await store.updateTalkState(tx, conversationId, userId === null ? "WAITING" : "OPEN", userId);
      if (formerAgentId !== null) await markHandedOver(tx, conversationId, { byId: actorId, formerAgentId });
      if (userId === null)
        return [
          await rooms.changeInTransaction(tx, conversationId, async () => [
            { kind: "TALK_WAITING", actorId },
          ]),
          await notices.notifyAllAgents(tx, { botId, conversationId }, actorId),
        ];
      const kind =
        userId !== actorId ? "TALK_HANDED_OVER" : formerAgentId === null ? "TALK_TAKEN" : "TALK_TAKEN_OVER";
      const userIds = [userId === actorId ? formerAgentId : userId].filter((id) => id !== null);
      return [
        await rooms.addMembersIn(tx, conversationId, [userId], { line: { kind, actorId, userIds } }),
        await notices.settle(tx, conversationId),
        await notices.notifyOfHandOver(tx, { botId, conversationId }, { userId, actorId }),
      ];
    },

    /**
     * Undoes the actor's hand-over: the former agent becomes the talk's agent again. Throws if somebody has changed the
     * talk since, if the new agent has written, or if the former agent no longer works on the bot. Returns null if this
     * hand-over is already undone.
     */
    async takeBack({
      tx,
      bot,
      talk,
      conversationId,
      actorId,
    }: TalkChangeContext): Promise<PublishFunction[] | null> {
      const {
        agent_id: currentAgentId,
        handed_by_id,
        handed_from_id: formerAgentId,
        handed_at: handedAt,
      } = talk;
      if (formerAgentId === null || handed_by_id !== actorId) throw new AppError("BOT.NOT_TAKEN_BACK");
      if (handedAt === null) return null;
      if (!bot.people.some(({ user }) => user.id === formerAgentId)) throw new AppError("BOT.NOT_TAKEN_BACK");
      const publishLine = await rooms.addMembersIn(tx, conversationId, [formerAgentId], {
        line: { kind: "TALK_TAKEN_BACK", actorId, userIds: [formerAgentId] },
      });
      // Writing the system line has locked the room. So all earlier messages are committed, and new messages wait for
      // the commit.
      if (currentAgentId !== null && (await hasWrittenSince(tx, conversationId, currentAgentId, handedAt)))
        throw new AppError("BOT.NOT_TAKEN_BACK");
      await store.updateTalkState(tx, conversationId, "OPEN", formerAgentId);
      await markHandOverUndone(tx, conversationId, { byId: actorId, formerAgentId });
      return [publishLine, await notices.settle(tx, conversationId)];
    },
  };
}
