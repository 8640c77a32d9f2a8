import {
  type Message,
  maximumDifferentReactionsPerMessage,
  maximumTotalReactionsPerMessage,
  type Reaction,
} from "@kakehashi/contract/messages";
import { AppError } from "../../kit/errors.ts";
import type { Notifications } from "../notifications/service.ts";
import { takeSeq } from "../rooms/service.ts";
import { type MessageChanger, throwIfDeleted } from "./change.ts";
import * as store from "./change-store.ts";
import {
  createReactionNotificationUpdater,
  type ReactionNotificationUpdateResult,
} from "./reaction-notifications.ts";

interface ReactionsDependencies {
  change: MessageChanger;
  notifications: Pick<Notifications, "announce" | "publishUnreadCount">;
}

/** Adds and removes reactions, and notifies the author of the message. */
export function createReactions({ change, notifications }: ReactionsDependencies) {
  const updateReactionNotice = createReactionNotificationUpdater();

  async function announceReaction(notice: ReactionNotificationUpdateResult | null): Promise<void> {
    if (notice?.createdNotificationId) await notifications.announce([notice.createdNotificationId]);
    else if (notice) await notifications.publishUnreadCount(notice.receiverId);
  }

  return {
    async react(userId: string, roomId: string, messageId: string, type: string): Promise<Message> {
      let notice: ReactionNotificationUpdateResult | null = null;
      const changedMessage = await change(userId, roomId, messageId, async (tx, { room, message }) => {
        throwIfDeleted(message);
        if (room.closed) throw new AppError("CONVERSATION.CLOSED");
        const reactions = toggleReaction(message.reactions, type, userId);
        const reactionCount = reactions.reduce((sum, { user_ids }) => sum + user_ids.length, 0);
        if (
          reactions.length > maximumDifferentReactionsPerMessage ||
          reactionCount > maximumTotalReactionsPerMessage
        )
          throw new AppError("MESSAGE.REACTIONS");
        const seq = await takeSeq(tx, roomId);
        const updatedMessage = await store.updateReactions(tx, message, seq, reactions);
        notice = await updateReactionNotice(tx, { message: updatedMessage, userId, emoji: type });
        return [{ fact: "ReactionChanged", message: updatedMessage }];
      });
      await announceReaction(notice);
      return changedMessage;
    },
  };
}

/**
 * Adds the person's reaction, or removes it if it exists. The emoji stay in the order in which they were first used.
 */
function toggleReaction(reactions: readonly Reaction[], type: string, userId: string): Reaction[] {
  const existingReaction = reactions.find((reaction) => reaction.type === type);
  if (!existingReaction) return [...reactions, { type, user_ids: [userId] }];
  const user_ids = existingReaction.user_ids.includes(userId)
    ? existingReaction.user_ids.filter((id) => id !== userId)
    : [...existingReaction.user_ids, userId];
  return reactions
    .map((reaction) => (reaction === existingReaction ? { type, user_ids } : reaction))
    .filter((reaction) => reaction.user_ids.length > 0);
}
