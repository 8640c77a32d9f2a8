import type { Language } from "@kakehashi/contract/languages";
import { getMachine } from "@kakehashi/contract/machine";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Memory } from "../memory/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Translations } from "../translations/service.ts";
import { MachineFailure } from "./failure.ts";
import type { MachineOptions } from "./providers.ts";
import * as store from "./store.ts";
import { createTranslator } from "./translator.ts";

export type { MachineOptions } from "./providers.ts";

/** How many messages this process translates at once. */
const atOnce = 4;
/** More are left to the check for abandoned work, a minute later. */
const maximumWaiting = 200;

export interface MachineParts {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  jobs: Jobs;
  messages: Messages;
  translations: Translations;
  memory: Memory;
  /** Null: no machine is configured. */
  machine?: MachineOptions | null;
}

type JobData = { roomId: string; messageId: string };
const job = "machine-translation";

/**
 * Translates what is said in a room into the languages that are read there. It runs beside the sending: a
 * failure delays no message. A trigger notes the work in the message's transaction (migration 220).
 */
export function createMachine({ db, events, jobs, messages, translations, memory, ...parts }: MachineParts) {
  const stop = new AbortController();
  if (!parts.machine)
    return {
      routes: ({ route }: Router) => route(getMachine, async () => ({ data: null })),
      close: async () => {},
    };
  const log = parts.log.child({ feature: "machine" });
  const translator = createTranslator(db, parts.machine, stop.signal);

  async function fill(message: Message, language: Language): Promise<void> {
    const { content, language: from, revision } = message;
    // What people approved for the same words is better, and costs nothing.
    const approved = await memory.exactApproved({ from, to: language }, content);
    const found = approved?.target ?? (await translator.translate(content, from, language));
    if (found === null) return;
    const origin = approved === undefined ? "MACHINE" : "MEMORY";
    try {
      await translations.fill(message, language, { content: found, origin, revision });
    } catch (error) {
      // The message was deleted meanwhile, or its language corrected.
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Fills in what is missing. Returns the failures after which another attempt may succeed. */
  async function fillAll(message: Message): Promise<MachineFailure[]> {
    const missing = await translations.missingLanguages(message);
    const outcomes = await Promise.allSettled(missing.map((language) => fill(message, language)));
    const failures: MachineFailure[] = [];
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const error: unknown = outcome.reason;
      if (!(error instanceof MachineFailure)) throw error;
      log.warn({ kind: error.kind, reason: error.message }, "The machine did not translate.");
      if (error.kind === "off" || error.kind === "passing") failures.push(error);
    }
    return failures;
  }

  async function postpone(executor: Kysely<DB>, message: Message, after: number): Promise<void> {
    const data: JobData = { roomId: message.conversation_id, messageId: message.id };
    await jobs.send(executor, job, data, { after, group: message.conversation_id });
  }

  async function translateNow(message: Message): Promise<void> {
    const failures = await fillAll(message);
    if (stop.signal.aborted && failures.length > 0) return;
    if (failures.length > 0) await postpone(db, message, Math.max(2, await translator.secondsOff()));
    messages.markWorkDone("machine", message);
  }

  const waiting: Message[] = [];
  const running = new Set<Promise<void>>();
  function runNext(): void {
    while (running.size < atOnce && !stop.signal.aborted) {
      const message = waiting.shift();
      if (!message) return;
      const done = translateNow(message)
        .catch((error: unknown) => log.error({ err: error }, "A message was not translated by the machine."))
        .finally(() => {
          running.delete(done);
          runNext();
        });
      running.add(done);
    }
  }
  const begin = (message: Message) => {
    if (message.content === "" || waiting.length >= maximumWaiting) return;
    waiting.push(message);
    runNext();
  };
  events.on("MessageSent", ({ message }) => begin(message));
  events.on("MessageEdited", ({ after }) => begin(after));
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await translator.forget(tx, message.content);
  });
  messages.defineWork("machine", (tx, message) => postpone(tx, message, 0));

  jobs.define<JobData>(
    job,
    async ({ roomId, messageId }) => {
      const message = await messages.findForServer(roomId, messageId);
      if (!message || message.deleted) return;
      const [failure] = await fillAll(message);
      if (!failure) return;
      const seconds = await translator.secondsOff();
      // A pause is no failed attempt of the job.
      if (seconds > 0) await postpone(db, message, seconds);
      else throw failure;
    },
    { workers: 2, perGroup: 1 },
  );
  jobs.repeat("machine-answers", "40 3 * * *", async () => {
    await store.deleteOldAnswers(db);
  });

  return {
    routes: ({ route }: Router) => route(getMachine, async () => ({ data: await translator.state() })),

    async close(): Promise<void> {
      stop.abort();
      waiting.length = 0;
      await Promise.all(running);
    },
  };
}
