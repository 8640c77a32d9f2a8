import { runBroadcast } from "./broadcast.ts";
import { serveBroadcast } from "./broadcast-server.ts";
import { runChat } from "./chat.ts";
import { runIdle } from "./idle.ts";
import { runInserts } from "./inserts.ts";
import { runPages } from "./pages.ts";
import { runReads } from "./reads.ts";
import { runSignIns } from "./sign-ins.ts";
import { runSlowReaders } from "./slow-readers.ts";
import { runTranslations } from "./translations.ts";

/** The jobs that a load process can run, by name. */
export const loadJobs = {
  chat: runChat,
  reads: runReads,
  pages: runPages,
  signIns: runSignIns,
  inserts: runInserts,
  idle: runIdle,
  slowReaders: runSlowReaders,
  translations: runTranslations,
  broadcast: runBroadcast,
  broadcastServer: serveBroadcast,
};

export type LoadJobs = typeof loadJobs;
export type JobName = keyof LoadJobs;
