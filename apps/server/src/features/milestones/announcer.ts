import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Messages } from "../messages/service.ts";

const announceJob = "announce-milestone";
/**
 * The request that changes a milestone also sends the announcement. If it could not, a job sends the announcement after
 * this many seconds.
 */
const announceJobDelaySeconds = 5;

/**
 * A message to the team about a milestone. A repeated send has the same `clientId`, so the message is stored only once.
 */
export interface MilestoneAnnouncement {
  readonly roomId: string;
  readonly userId: string;
  readonly writingLanguage: Language;
  readonly clientId: string;
  readonly content: string;
}

/** Sends messages about changes of milestones to the team's room. */
export function createAnnouncer(
  jobs: Jobs,
  messages: Pick<Messages, "send">,
  onError: (error: unknown) => void,
) {
  async function sendAnnouncement({
    roomId,
    content,
    clientId,
    ...author
  }: MilestoneAnnouncement): Promise<void> {
    try {
      await messages.send(author, roomId, { client_id: clientId, content });
    } catch (error) {
      // The author has left the room, or the room is closed. The announcement can never be sent, so it is discarded.
      if (!(error instanceof AppError)) throw error;
    }
  }
  jobs.define<MilestoneAnnouncement>(announceJob, sendAnnouncement);

  return {
    /** Queues the job that sends an announcement. Call this in the transaction of the change. */
    plan: (tx: Kysely<DB>, announcement: MilestoneAnnouncement) =>
      jobs.send(tx, announceJob, announcement, {
        after: announceJobDelaySeconds,
        group: announcement.roomId,
      }),
    /** Sends an announcement now; call this after the commit. If it fails, the queued job sends the announcement. */
    send: (announcement: MilestoneAnnouncement) => sendAnnouncement(announcement).catch(onError),
  };
}
