import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Messages } from "../messages/service.ts";

const announceJob = "announce-milestone";
/** Seconds after which the job sends an announcement that the request could not send. */
const announceJobDelaySeconds = 5;

/**
 * A message about a milestone. Its `clientId` never changes, so the message is stored once even if it is sent
 * twice.
 */
export interface Announcement {
  readonly roomId: string;
  readonly userId: string;
  readonly writingLanguage: Language;
  readonly clientId: string;
  readonly content: string;
}

/** Announces changes of milestones in the team's room. */
export function createAnnouncer(
  jobs: Jobs,
  messages: Pick<Messages, "send">,
  onError: (error: unknown) => void,
) {
  async function send({ roomId, content, clientId, ...author }: Announcement): Promise<void> {
    try {
      await messages.send(author, roomId, { client_id: clientId, content });
    } catch (error) {
      // The author has left the room, or the room is closed. The announcement can no longer be sent, so it is dropped.
      if (!(error instanceof AppError)) throw error;
    }
  }
  jobs.define<Announcement>(announceJob, send);

  return {
    /** Queues an announcement. Call this in the transaction of the change. */
    plan: (tx: Kysely<DB>, announcement: Announcement) =>
      jobs.send(tx, announceJob, announcement, {
        after: announceJobDelaySeconds,
        group: announcement.roomId,
      }),
    /**
     * Sends an announcement at once. Call this after the commit; if it fails, the job sends the announcement.
     */
    send: (announcement: Announcement) => send(announcement).catch(onError),
  };
}
