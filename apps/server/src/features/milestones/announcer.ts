import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Messages } from "../messages/service.ts";

const job = "announce-milestone";
/** The job sends an announcement after this time if the request could not send it. */
const afterSeconds = 5;

/** A message about a milestone. Its `clientId` never changes, so that it is stored once even if it is sent twice. */
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
      // The author has left the room, or the room is closed. The announcement is outdated, so drop it.
      if (!(error instanceof AppError)) throw error;
    }
  }
  jobs.define<Announcement>(job, send);

  return {
    /** Queues the announcement. Call it in the transaction of the change. */
    plan: (tx: Kysely<DB>, announcement: Announcement) =>
      jobs.send(tx, job, announcement, { after: afterSeconds, group: announcement.roomId }),
    /** Sends the announcement at once. Call it after the commit; if it fails, the job sends it. */
    send: (announcement: Announcement) => send(announcement).catch(onError),
  };
}
