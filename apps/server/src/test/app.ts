import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import type { ErrorBody } from "@kakehashi/contract/kit/errors";
import type { InjectOptions } from "fastify";
import type { z } from "zod";
import { type App, type AppParts, createApp } from "../app.ts";
import type { MailMessage } from "../features/mail/transport.ts";
import type { SendPush } from "../features/push/send.ts";
import { type Bus, memoryBus } from "../kit/bus.ts";
import { type Database, openDatabase } from "../kit/db/database.ts";
import { trustProxies } from "../kit/http/network.ts";
import { newId } from "../kit/ids.ts";
import { createJobs } from "../kit/jobs.ts";
import { createMetrics } from "../kit/metrics.ts";
import { folderStorage, type Storage } from "../kit/storage/storage.ts";
import { asApplication, createTestDatabase } from "./cluster.ts";
import { Postbox } from "./postbox.ts";

export interface TestApp {
  app: App;
  /** As the application reaches it: rows, and of the audit log no changes. */
  db: Database;
  /** The owner's: for what only they may do. */
  url: string;
  bus: Bus;
  mails: Postbox;
  /** Starts what is otherwise done at its hour. */
  runJob(name: string): Promise<void>;
  /** What went wrong in jobs: closing fails unless it was expected and taken out. */
  jobFailures: Error[];
  /** Its files and what arrives; removed with it. */
  dataDir: string;
  /** Listens on a free port of the loopback address and answers `http://…`. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** What the app under test signs and seals with. */
export const testKey = "the-key-of-every-test-known-to-everybody";

export interface TestAppOptions {
  /** The newest first. */
  secretKeys?: readonly string[];
  /** Its maker closes it. */
  bus?: Bus;
  /** Two apps on one database are two nodes of one installation. */
  databaseUrl?: string;
  /** Where to reach the database instead of where it is. */
  through?: (databaseUrl: string) => Promise<string>;
  /** For a test that freezes the database. */
  statementTimeoutMs?: number;
  rateLimits?: boolean;
  /** Besides those on this machine. */
  trustedProxies?: readonly string[];
  /** `http://localhost:3000` without. */
  publicUrl?: string;
  callLimitsFactor?: number;
  storageQuotas?: { perPerson?: number; total?: number };
  /** Instead of a folder of its own. */
  storage?: Storage;
  /** In which its folder is made, instead of the system's temporary one. */
  disk?: string;
  google?: AppParts["google"];
  /** Which addresses may be read for previews; none without. */
  linkPreviews?: (address: string, port: number) => boolean;
  presenceClock?: AppParts["presenceClock"];
  connectionTimes?: AppParts["connectionTimes"];
  /** Where push messages go; nowhere without. */
  sendPush?: SendPush;
}

/** The whole server on a database of its own; mails are kept for the test to read. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const own = options.databaseUrl ? null : await createTestDatabase();
  const url = options.databaseUrl ?? own?.url ?? "";
  const application = asApplication(url);
  const reached = (await options.through?.(application)) ?? application;
  const db = openDatabase(reached, {
    max: 8,
    ...(options.statementTimeoutMs && { statementTimeoutMs: options.statementTimeoutMs }),
  });
  const mails = new Postbox();
  const transport = {
    deliver: async (letter: MailMessage) => mails.put(letter),
    close: () => {},
  };
  const dataDir = await mkdtemp(join(options.disk ?? tmpdir(), "kakehashi-test-"));
  const jobFailures: Error[] = [];
  const jobs = createJobs(reached, (error) => jobFailures.push(error));
  const bus = options.bus ?? memoryBus();
  const app = await createApp({
    db,
    bus,
    jobs,
    transport,
    storage: options.storage ?? folderStorage(join(dataDir, "files")),
    dataDir,
    secretKeys: options.secretKeys ?? [testKey],
    storageQuotas: { perPerson: 10e9, total: 500e9, ...options.storageQuotas },
    linkPreviews: options.linkPreviews ?? false,
    google: options.google ?? null,
    sendPush: options.sendPush ?? (async () => 201),
    metrics: createMetrics({ process: false }),
    trustsProxy: trustProxies(options.trustedProxies ?? []),
    publicUrl: options.publicUrl ?? "http://localhost:3000",
    publicMetrics: false,
    logger: false,
    checkAnswers: true,
    rateLimits: options.rateLimits ?? false,
    ...(options.callLimitsFactor && { callLimitsFactor: options.callLimitsFactor }),
    ...(options.presenceClock && { presenceClock: options.presenceClock }),
    ...(options.connectionTimes && { connectionTimes: options.connectionTimes }),
  });
  await jobs.start();
  return {
    app,
    db,
    url,
    bus,
    mails,
    runJob: (name) => jobs.send(db.kysely, name, {}),
    jobFailures,
    dataDir,
    async listen() {
      await app.http.listen({ port: 0, host: "127.0.0.1" });
      const address = app.http.server.address();
      if (address === null || typeof address === "string") throw new Error("Not listening");
      return `http://127.0.0.1:${address.port}`;
    },
    async close() {
      await app.close();
      await jobs.stop(1_000);
      if (!options.bus) await bus.close();
      await db.close();
      await own?.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (jobFailures.length > 0) throw jobFailures[0];
    },
  };
}

export interface Reply<E extends Endpoint> {
  status: number;
  /** What the contract says; only where `status` is 200. */
  data: z.output<E["data"]>;
  meta: E["meta"] extends z.ZodType ? z.output<E["meta"]> : undefined;
  error: ErrorBody["error"] | undefined;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: { name: string; value: string }[];
}

/** Anything may be sent: what the contract would refuse is what many tests are about. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** Ids that nobody has, wherever the path of an endpoint takes one. */
export function unknownIds({ path }: Endpoint): Sent {
  const names = path.match(/(?<=:)\w+/g) ?? [];
  return { params: Object.fromEntries(names.map((name) => [name, newId()])) };
}

export async function call<E extends Endpoint>(app: App, endpoint: E, sent: Sent = {}): Promise<Reply<E>> {
  const query = new URLSearchParams(sent.query).toString();
  const request: InjectOptions = {
    method: endpoint.method,
    url: `/api${fillPath(endpoint.path, sent.params)}${query && `?${query}`}`,
    headers: { ...(sent.token && { authorization: `Bearer ${sent.token}` }), ...sent.headers },
  };
  if (sent.body !== undefined) request.payload = sent.body as object;
  const response = await app.http.inject(request);
  // What leads a browser on is a page.
  const json = /^application\/json/.test(String(response.headers["content-type"])) ? response.json() : {};
  return {
    status: response.statusCode,
    data: json.data,
    meta: json.meta,
    error: json.error,
    headers: response.headers,
    cookies: response.cookies,
  };
}
