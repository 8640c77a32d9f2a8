import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import type { ErrorBody } from "@kakehashi/contract/kit/errors";
import type { InjectOptions } from "fastify";
import type { z } from "zod";
import { type App, type AppDependencies, createApp } from "../app.ts";
import type { MailMessage } from "../features/mail/transport.ts";
import type { SendPush } from "../features/push/send.ts";
import { type Bus, createMemoryBus } from "../kit/bus.ts";
import { type Database, openDatabase } from "../kit/db/database.ts";
import { createTrustedProxyCheck } from "../kit/http/network.ts";
import { newId } from "../kit/ids.ts";
import { createJobs } from "../kit/jobs.ts";
import { createMetrics } from "../kit/metrics.ts";
import { createFolderStorage, type Storage } from "../kit/storage/storage.ts";
import { applicationUrlOf, createTestDatabase } from "./cluster.ts";
import { Postbox } from "./postbox.ts";

export interface TestApp {
  app: App;
  /**
   * The connection to the database as the application's account. This account can read and write rows, but cannot
   * change the audit log.
   */
  db: Database;
  /** The connection string of the database account that owns the tables. */
  ownerDatabaseUrl: string;
  bus: Bus;
  mails: Postbox;
  /**
   * Puts a job into the queue, with `data`. The server runs it soon afterwards. The returned promise does not wait for
   * that. A scheduled job needs no data.
   */
  runJob(name: string, data?: object): Promise<void>;
  /** The errors of jobs. `close` fails unless this list is empty, so a test that expects errors must remove them. */
  jobErrors: Error[];
  /** The server's data folder. Closing the server deletes it. */
  dataDir: string;
  /** Starts to listen on a free port of this computer. Returns the server's URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** The secret key that every app under test uses. */
export const testSecretKey = "the-key-of-every-test-known-to-everybody";

export interface TestAppOptions {
  /** The server's secret keys, newest first. */
  secretKeys?: readonly string[];
  /** A message bus that the test itself creates and closes. Default: a new bus in memory. */
  bus?: Bus;
  /** The URL of an existing database. Two apps that share a database act as two processes of one installation. */
  databaseUrl?: string;
  /**
   * Returns the URL through which the app connects to the database. A test can put a proxy (`DatabaseProxy`) between the
   * app and the database.
   */
  proxyDatabaseUrl?: (databaseUrl: string) => Promise<string>;
  /**
   * The database cancels a statement that takes more than this many milliseconds. Tests that freeze the database use a
   * short timeout.
   */
  statementTimeoutMs?: number;
  hasRateLimits?: boolean;
  /** The IP addresses of trusted proxies, besides those on this machine. */
  trustedProxies?: readonly string[];
  /** The public URL of the site. Default: `http://localhost:3000`. */
  publicUrl?: string;
  callLimitsFactor?: number;
  storageQuotas?: { perPerson?: number; total?: number };
  /** The storage of files. Default: a new folder. */
  storage?: Storage;
  /** The folder in which the app creates its data folder. Default: the system's temporary folder. */
  parentFolder?: string;
  google?: AppDependencies["google"];
  /** Says which IP addresses the app may connect to when it fetches a linked page for a preview. Default: none. */
  allowPreviewFetch?: (address: string, port: number) => boolean;
  /** The machine translation provider. Default: no provider. */
  machine?: AppDependencies["machine"];
  /** The outside platforms that the app can connect to. Default: none. */
  channels?: AppDependencies["channels"];
  broadcastsPerSecond?: number;
  presenceClock?: AppDependencies["presenceClock"];
  connectionTimeouts?: AppDependencies["connectionTimeouts"];
  /** The log for requests to the app. Default: no log. */
  logger?: AppDependencies["logger"];
  /** Replaces the function that sends push messages to the browsers' push services. Default: the app sends none. */
  sendPush?: SendPush;
}

/**
 * Starts a whole server with a new database. Collects the mails that the server sends, so that the test can read them.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const ownDatabase = options.databaseUrl ? null : await createTestDatabase();
  const url = options.databaseUrl ?? ownDatabase?.url ?? "";
  const applicationUrl = applicationUrlOf(url);
  const appDatabaseUrl = (await options.proxyDatabaseUrl?.(applicationUrl)) ?? applicationUrl;
  const db = openDatabase(appDatabaseUrl, {
    maximumConnections: 8,
    recordsForTranslation: Boolean(options.machine),
    ...(options.statementTimeoutMs && { statementTimeoutMs: options.statementTimeoutMs }),
  });
  const mails = new Postbox();
  const mailTransport = {
    deliver: async (mail: MailMessage) => mails.add(mail),
    close: () => {},
  };
  const dataDir = await mkdtemp(join(options.parentFolder ?? tmpdir(), "kakehashi-test-"));
  const jobErrors: Error[] = [];
  const jobs = createJobs(appDatabaseUrl, (error) => jobErrors.push(error));
  const bus = options.bus ?? createMemoryBus();
  const app = await createApp({
    db,
    bus,
    jobs,
    mailTransport,
    storage: options.storage ?? createFolderStorage(join(dataDir, "files")),
    dataDir,
    secretKeys: options.secretKeys ?? [testSecretKey],
    storageQuotas: { perPerson: 10e9, total: 500e9, ...options.storageQuotas },
    allowPreviewFetch: options.allowPreviewFetch ?? false,
    google: options.google ?? null,
    machine: options.machine ?? null,
    ...(options.channels && { channels: options.channels }),
    sendPush: options.sendPush ?? (async () => 201),
    metrics: createMetrics({ process: false }),
    isTrustedProxy: createTrustedProxyCheck(options.trustedProxies ?? []),
    publicUrl: options.publicUrl ?? "http://localhost:3000",
    areMetricsPublic: false,
    logger: options.logger ?? false,
    checkAnswers: true,
    hasRateLimits: options.hasRateLimits ?? false,
    ...(options.callLimitsFactor && { callLimitsFactor: options.callLimitsFactor }),
    ...(options.broadcastsPerSecond && { broadcastsPerSecond: options.broadcastsPerSecond }),
    ...(options.presenceClock && { presenceClock: options.presenceClock }),
    ...(options.connectionTimeouts && { connectionTimeouts: options.connectionTimeouts }),
  });
  await jobs.start();
  return {
    app,
    db,
    ownerDatabaseUrl: url,
    bus,
    mails,
    runJob: (name, data = {}) => jobs.send(db.kysely, name, data),
    jobErrors,
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
      await ownDatabase?.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (jobErrors.length > 0) throw jobErrors[0];
    },
  };
}

export interface ApiResponse<E extends Endpoint> {
  status: number;
  /** The `data` of the response. It has this type only if `status` is 200. */
  data: z.output<E["data"]>;
  meta: E["meta"] extends z.ZodType ? z.output<E["meta"]> : undefined;
  error: ErrorBody["error"] | undefined;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: { name: string; value: string }[];
}

/** The input of an API call. Its values may have any type, because many tests send values that the contract refuses. */
export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** Returns path parameters with ids that do not exist in the database. */
export function unknownIdParams({ path }: Endpoint): CallInput {
  const names = path.match(/(?<=:)\w+/g) ?? [];
  return { params: Object.fromEntries(names.map((name) => [name, newId()])) };
}

export async function callApi<E extends Endpoint>(
  app: App,
  endpoint: E,
  callInput: CallInput = {},
): Promise<ApiResponse<E>> {
  const query = new URLSearchParams(callInput.query).toString();
  const request: InjectOptions = {
    method: endpoint.method,
    url: `/api${fillPath(endpoint.path, callInput.params)}${query && `?${query}`}`,
    headers: { ...(callInput.token && { authorization: `Bearer ${callInput.token}` }), ...callInput.headers },
  };
  if (callInput.body !== undefined) request.payload = callInput.body as object;
  const response = await app.http.inject(request);
  // A redirect response may contain an HTML page instead of JSON.
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
