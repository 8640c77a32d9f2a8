import { addFullFileUrls } from "@kakehashi/contract/flows/full-file-urls";
import type { Jobs } from "../../kit/jobs.ts";
import type { OutsideSender } from "../bots/service.ts";
import { dropWaitingBroadcastsOfPerson } from "./broadcast-giving-up.ts";
import { insertBroadcastMessage, listWaitingBroadcastIds } from "./broadcast-store.ts";
import type { SignedFileLinks } from "./file-links.ts";
import { fetchPictureJob } from "./names.ts";
import { shareTagsJob } from "./person-links.ts";
import { findPersonOfSession } from "./person-store.ts";
import type { Platforms } from "./platforms/platforms.ts";
import { type BotMessageWithPayloads, insertCallsForBotMessages } from "./send-store.ts";

/**
 * Sends bots' messages to people on platforms. When a story changes a person's tags, starts a job that copies them to
 * all people who are linked as the same human. When the bot hands a visitor over to people, starts a job that fetches
 * the visitor's picture.
 */
export function createOutsideSender(
  platforms: Platforms,
  { jobs, publicUrl, links }: { jobs: Pick<Jobs, "send">; publicUrl: string; links: SignedFileLinks },
  wake: () => void,
): OutsideSender {
  return {
    async storeMessagesToSend(tx, sessionId, { number: turnNumber, effects }, broadcastId) {
      const hasMessage = effects.some(({ type }) => type === "say");
      const hasTagChange = effects.some(({ type }) => type === "tag");
      const isHandedOver = effects.some(({ type }) => type === "handoff");
      if (!hasMessage && !hasTagChange && !isHandedOver) return;
      const person = await findPersonOfSession(tx, sessionId);
      if (!person) return;
      if (hasTagChange && person.linked_id)
        await jobs.send(tx, shareTagsJob, { person_id: person.id }, { group: person.bot_id });
      if (isHandedOver && !person.picture_asked_at)
        await jobs.send(tx, fetchPictureJob, { person_id: person.id }, { group: person.page_id });
      if (!hasMessage) return;
      const platform = person.is_blocked ? undefined : platforms.get(person.platform);
      const messagesToSend = effects.flatMap((effect, effectIndex): BotMessageWithPayloads[] =>
        effect.type === "say" && platform
          ? [
              {
                messageKey: { sessionId, turnNumber, effectIndex },
                outgoingPayloads: platform.render(addFullFileUrls(effect.message, publicUrl)),
              },
            ]
          : [],
      );
      const sendTarget = { pageId: person.page_id, personId: person.id };
      await insertCallsForBotMessages(
        tx,
        { ...sendTarget, broadcastId: broadcastId ?? null },
        messagesToSend,
      );
      if (broadcastId === undefined) return;
      const skipReason = person.is_blocked ? "BLOCKED" : "REFUSED";
      await insertBroadcastMessage(tx, {
        ...sendTarget,
        broadcastId,
        sessionId,
        reason: messagesToSend.every(({ outgoingPayloads }) => outgoingPayloads.length === 0)
          ? skipReason
          : null,
      });
    },
    async dropUnsentBroadcasts(tx, sessionId) {
      const person = await findPersonOfSession(tx, sessionId);
      return person ? dropWaitingBroadcastsOfPerson(tx, person.id, "TALKING") : [];
    },
    async waitingBroadcasts(tx, sessionId) {
      const person = await findPersonOfSession(tx, sessionId);
      return person ? listWaitingBroadcastIds(tx, person.id) : [];
    },
    addressOfFile: links.lastingAddressOf,
    wakeSender: wake,
  };
}
