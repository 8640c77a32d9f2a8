import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Messages } from "../messages/service.ts";
import type { Translations } from "../translations/service.ts";

export const stopWaitingInRoomJob = "machine-let-go";
export const stopWaitingEverywhereJob = "machine-budget";
/** The cron expression for "every minute". Most runs find no waiting translation and read only one database index. */
const everyMinute = "* * * * *";
export type StopWaitingJobData = { roomId: string };

const translationsPerRead = 200;
/**
 * Timeout of one run in seconds. It is long, because a room may have thousands of waiting translations, and each change
 * is published to the room's readers.
 */
const timeoutSeconds = 10 * 60;

interface StopWaitingDependencies {
  jobs: Pick<Jobs, "define" | "repeat">;
  messages: Messages;
  translations: Translations;
  /** Whether machine translation may later translate the waiting texts of a room. */
  mayTranslationsWait(roomId: string, tx?: Kysely<DB>): Promise<boolean>;
}

/**
 * Translations may wait for next month's budget of the machine translation provider. This function defines jobs that
 * end the wait when no provider can translate the texts any more: machine translation was switched off in the room, or
 * no process has a provider. Readers then see that they can request a translation. Processes without a provider also
 * run these jobs.
 */
export function defineStopWaitingJobs({
  jobs,
  messages,
  translations,
  mayTranslationsWait,
}: StopWaitingDependencies): void {
  async function stopWaitingIn(roomId: string): Promise<void> {
    type WaitingTranslations = Awaited<ReturnType<Translations["listWaitingInRoom"]>>;
    // Stop when machine translation is on in the room again, because the remaining texts may then continue to wait.
    for (let lastWaiting: WaitingTranslations[number] | null = null; !(await mayTranslationsWait(roomId)); ) {
      const waitingTranslations: WaitingTranslations = await translations.listWaitingInRoom(
        roomId,
        lastWaiting,
        translationsPerRead,
      );
      for (const { subject_id, language } of waitingTranslations) {
        const message = await messages.findForServer(roomId, subject_id);
        if (!message || message.deleted) continue;
        const shouldStillStopWaiting = async (tx: Kysely<DB>) => !(await mayTranslationsWait(roomId, tx));
        await translations
          .waitForMachine(message, language, false, shouldStillStopWaiting)
          .catch((error: unknown) => {
            // An `AppError` means that the message was deleted or its language corrected after the job was queued. Then
            // there is nothing to do.
            if (!(error instanceof AppError)) throw error;
          });
      }
      lastWaiting = waitingTranslations.at(-1) ?? null;
      if (waitingTranslations.length < translationsPerRead) return;
    }
  }

  jobs.define<StopWaitingJobData>(stopWaitingInRoomJob, ({ roomId }) => stopWaitingIn(roomId), {
    timeoutSeconds,
  });
  jobs.repeat(stopWaitingEverywhereJob, everyMinute, async () => {
    for (const roomId of await translations.listRoomsWaitingForMachine())
      if (!(await mayTranslationsWait(roomId))) await stopWaitingIn(roomId);
  });
}
