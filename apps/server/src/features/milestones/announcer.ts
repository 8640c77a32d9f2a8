import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Messages } from "../messages/service.ts";

const job = "announce-milestone";
/** Seconds until the job sends what the request itself should have sent by then. */
const afterSeconds = 5;

/** A message about a milestone, sent once however often it is tried: its `clientId` makes sure. */
export interface Announcement {
  readonly roomId: string;
  readonly userId: string;
  readonly writingLanguage: Language;
  readonly clientId: string;
  readonly content: string;
}

/** Tells the team's room what became of milestones. */
export function createAnnouncer(
  jobs: Jobs,
  messages: Pick<Messages, "send">,
  onError: (error: unknown) => void,
) {
  async function send({ roomId, content, clientId, ...author }: Announcement): Promise<void> {
    try {
      await messages.send(author, roomId, { client_id: clientId, content });
    } catch (error) {
      // Its author has left since, or the room is closed: nobody is left to say it.
      if (!(error instanceof AppError)) throw error;
    }
  }
  jobs.define<Announcement>(job, send);

  return {
    /** In the transaction of the change. */
    plan: (tx: Kysely<DB>, announcement: Announcement) =>
      jobs.send(tx, job, announcement, { after: afterSeconds, group: announcement.roomId }),
    /** After its commit. What fails here is done by the job. */
    send: (announcement: Announcement) => send(announcement).catch(onError),
  };
}
