import { join } from "node:path";
import pino from "pino";
import { type App, createApp } from "./app.ts";
import { type Config, checkAdminPassword, readConfig } from "./config.ts";
import { ConfigError } from "./environment.ts";
import { ensureAdmin } from "./features/auth/first-admin.ts";
import { seedBlogPosts } from "./features/blog/seed.ts";
import { createMailFolderTransport, createSmtpTransport } from "./features/mail/transport.ts";
import { type Bus, createMemoryBus } from "./kit/bus.ts";
import { queryDatabaseAccountName } from "./kit/db/application-role.ts";
import { assertSuitableDatabase, openDatabase } from "./kit/db/database.ts";
import { keepDatabaseRunning } from "./kit/db/keep-running.ts";
import { migrate } from "./kit/db/migrate.ts";
import { isUnreachableDatabaseError } from "./kit/db/outage.ts";
import { createTrustedProxyCheck } from "./kit/http/network.ts";
import { createJobs } from "./kit/jobs.ts";
import { createMetrics } from "./kit/metrics.ts";
import { connectNatsBus } from "./kit/nats-bus.ts";
import { findFreePort } from "./kit/port.ts";
import { readSecretKeyFile } from "./kit/secrets.ts";
import type { S3Options } from "./kit/storage/s3.ts";
import { createFolderStorage, type Storage } from "./kit/storage/storage.ts";
import { waitForService } from "./wait-for.ts";
import { serveWeb } from "./web.ts";

/** When the server stops, the process exits after this many milliseconds, even if a connection or a job still hangs. */
const stopTimeoutMs = 5_000;
/**
 * When the server stops, running jobs have this many milliseconds to finish. Unfinished jobs run again after the next
 * start.
 */
const jobStopTimeoutMs = 1_500;
/**
 * Maximum database connections of a process. A few are enough, because one statement writes all messages that are sent
 * to a room at the same time.
 */
const databasePoolSize = 16;

const migrationsFolder = join(import.meta.dirname, "migrations");
const webFolder = join(import.meta.dirname, "../../web");

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function logStartError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Loads the S3 client on first use, because it takes 10 MB of memory. */
async function loadS3Storage(options: S3Options): Promise<Storage> {
  const { createS3Storage } = await import("./kit/storage/s3.ts");
  return createS3Storage(options);
}

/** Loads the code and texts of the demo only if they are needed, because most servers in production have no demo. */
async function loadDemo(...options: Parameters<typeof import("./demo/seed.ts").seedDemo>) {
  const { seedDemo } = await import("./demo/seed.ts");
  return seedDemo(...options);
}

/** Returns the name of the application's database account. Throws if it is also the owner's account. */
async function findApplicationRole(url: string, ownerUrl: string): Promise<string> {
  const [role, owner] = [await queryDatabaseAccountName(url), await queryDatabaseAccountName(ownerUrl)];
  if (role === owner)
    throw new ConfigError("DATABASE_OWNER_URL must name another account than DATABASE_URL does.");
  return role;
}

const connectNats = (url: string, onReachableChange: (reachable: boolean) => void): Promise<Bus> =>
  waitForService({
    environmentVariable: "NATS_URL",
    serviceName: "NATS",
    connect: () => connectNatsBus(url, { onReachableChange }),
    // Does not retry after a wrong password, because the password stays wrong.
    shouldRetryAfter: (error) =>
      !(error instanceof Error && /authorization|authentication/i.test(error.message)),
    reportWaitingStart: logStartError,
  });

interface RunningServer {
  app: App;
  stop(): Promise<void>;
}

async function startProcess(config: Config): Promise<RunningServer> {
  const logger = pino({ level: config.logLevel });
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;

  const embedded =
    config.databaseUrl === null ? await keepDatabaseRunning(config.dataDir, logStartError) : null;
  const url = config.databaseUrl ?? embedded?.applicationUrl ?? "";
  const ownerUrl = config.databaseUrl === null ? embedded?.url : config.databaseOwnerUrl;
  if (!ownerUrl)
    logStartError("DATABASE_OWNER_URL is not set: the account of DATABASE_URL could change the audit log.");
  await waitForService({
    environmentVariable: "DATABASE_URL",
    serviceName: "the database",
    connect: async () =>
      migrate(
        ownerUrl ?? url,
        migrationsFolder,
        ownerUrl ? await findApplicationRole(url, ownerUrl) : undefined,
      ),
    shouldRetryAfter: isUnreachableDatabaseError,
    reportWaitingStart: logStartError,
  });
  const onError = (error: Error) => logger.warn({ err: error }, "a database connection broke");
  const db = openDatabase(url, {
    maximumConnections: databasePoolSize,
    onError,
    recordsForTranslation: config.machine !== null,
  });
  await assertSuitableDatabase(db);
  const onReachable = (isReachable: boolean) => {
    if (isReachable) logger.info("NATS is back: clients connect again, and catch up on what they missed");
    else logger.warn("NATS is away: people hear only what happens on this process");
  };
  const bus = config.natsUrl === null ? createMemoryBus() : await connectNats(config.natsUrl, onReachable);
  const jobs = createJobs(url, (error) => logger.error({ err: error }, "a job failed"));
  const mailTransport =
    config.smtp === null
      ? createMailFolderTransport(join(config.dataDir, "outbox"), config.mailFrom, printLine)
      : createSmtpTransport(config.smtp, config.mailFrom);
  const storage =
    config.s3 === null ? createFolderStorage(join(config.dataDir, "files")) : await loadS3Storage(config.s3);
  await storage.assertWritable().catch((error: unknown) => {
    throw new ConfigError(`S3_BUCKET cannot be reached: ${error instanceof Error ? error.message : error}.`);
  });
  const metrics = createMetrics({ process: true });
  const app = await createApp({
    db,
    bus,
    jobs,
    mailTransport,
    storage,
    dataDir: config.dataDir,
    secretKeys: config.secretKeys ?? readSecretKeyFile(config.dataDir),
    storageQuotas: config.storageQuotas,
    allowPreviewFetch: config.hasLinkPreviews,
    google: config.google,
    machine: config.machine,
    channels: { messenger: config.messenger, zalo: config.zalo },
    metrics,
    publicUrl,
    isTrustedProxy: createTrustedProxyCheck(config.trustedProxies),
    areMetricsPublic: config.areMetricsPublic,
    callLimitsFactor: config.callLimitsFactor,
    broadcastsPerSecond: config.broadcastsPerSecond,
    logger,
  });
  await serveWeb(app.http, {
    mode: config.isDevelopment ? "development" : "production",
    webFolder,
    publicUrl,
    readVisitor: app.readPageVisitor,
    subscribeToSiteChanges: app.sitePageHooks.subscribeToSiteChanges,
    onPublicPageSent: app.sitePageHooks.onPublicPageSent,
    pagesPerSecond: config.renderedPagesPerSecond,
  });
  await jobs.start();
  await app.services.broadcasts.continueAbandonedBroadcasts();
  await seedBlogPosts(db);
  const demo =
    (config.shouldSeedDemo ?? embedded !== null) ? await loadDemo(db, app, config.demoPassword) : null;
  const admin = await ensureAdmin(db, config.admin);
  await app.http.listen({ port, host: config.host });

  printLine(`Kakehashi is at ${publicUrl}`);
  if (demo) {
    printLine(`Demo accounts, all with the password ${demo.password}`);
    for (const person of demo.people) printLine(`  ${person.email}  ${person.name} (${person.role})`);
  }
  if (admin?.password) printLine(`Admin account ${admin.email} with the password ${admin.password}`);
  return {
    app,
    async stop() {
      await app.close();
      await jobs.stop(jobStopTimeoutMs);
      mailTransport.close();
      storage.close();
      await bus.close();
      await db.close();
      await embedded?.stop();
    },
  };
}

function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE")
    return "PORT is taken by another program. Choose another.";
  return error.message;
}

try {
  const config = readConfig(process.env);
  await checkAdminPassword(config);
  const server = await startProcess(config);
  let isStopping = false;
  const stopServer = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    await server.stop();
    process.exit(code);
  };
  process.on("SIGINT", () => void stopServer(0));
  process.on("SIGTERM", () => void stopServer(0));
  // If a parent process started the server with an IPC channel, the server stops when the parent ends.
  process.on("disconnect", () => void stopServer(0));
  // If the parent process ended while the server was starting, stops now, because nobody would stop the server later.
  if (process.connected === false) void stopServer(0);
} catch (error) {
  logStartError(`${error instanceof ConfigError ? "Configuration: " : ""}${explainStartError(error)}`);
  process.exit(1);
}
