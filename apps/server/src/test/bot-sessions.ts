import { createRequestSecrets } from "../features/bots/request-signature.ts";
import { createSessions, type SessionDependencies } from "../features/bots/sessions.ts";
import { createMemoryBus } from "../kit/bus.ts";
import type { RequestToPublicUrl } from "../kit/http/public-fetch.ts";
import type { Jobs } from "../kit/jobs.ts";
import type { Log } from "../kit/log.ts";
import { createKeyring } from "../kit/secrets.ts";
import type { TestApp } from "./app.ts";

/**
 * Creates the service of bot sessions without the server's job runner. The test decides when a job runs, and at which
 * job the process crashes.
 */
export function createBotSessionsWithManualJobs(
  server: TestApp,
  isAddressAllowed?: RequestToPublicUrl["allow"],
) {
  const handlersByJob = new Map<string, (data: object, attempt: number) => Promise<void>>();
  const sentJobs: { name: string; data: object; after: number }[] = [];
  const warnings: object[] = [];
  let fatalJobNumber = Number.POSITIVE_INFINITY;
  const jobs = {
    define: (name: string, runJob: (data: object, attempt: number) => Promise<void>) =>
      handlersByJob.set(name, runJob),
    send: async (_: unknown, name: string, data: object, { after = 0 }: { after?: number } = {}) => {
      if (sentJobs.length >= fatalJobNumber) throw new Error("The process died before its commit.");
      sentJobs.push({ name, data, after });
    },
  } as unknown as Jobs;
  const log = { warn: (data: object) => warnings.push(data) } as unknown as Log;
  const phrases = { findMatching: async () => [] };
  const sessions = createSessions({
    db: server.db.kysely,
    jobs,
    bus: createMemoryBus(),
    phrases,
    secrets: createRequestSecrets(
      server.db.kysely,
      createKeyring(["a secret key of this test, long enough"]),
    ),
    log,
    // The visitors of these tests send no files, so the feature `files` is not needed.
    files: {} as SessionDependencies["files"],
    maximumTalkBytes: Number.POSITIVE_INFINITY,
    ...(isAddressAllowed && { allow: isAddressAllowed }),
  });
  return {
    sessions,
    sent: sentJobs,
    warnings,
    run: (name: string, data: object) => handlersByJob.get(name)?.(data, 1),
    dieNext: () => {
      fatalJobNumber = sentJobs.length;
    },
    live: () => {
      fatalJobNumber = Number.POSITIVE_INFINITY;
    },
  };
}
