import { resolve } from "node:path";
import { trimCharactersFromEnd } from "@kakehashi/contract/kit/trim";
import {
  readGoogleSignInOptions,
  readMachineTranslationOptions,
  readMessengerOptions,
  readS3Options,
  readSmtpOptions,
  readZaloOptions,
} from "./config-services.ts";
import { ConfigError, type Environment, environmentSchema } from "./environment.ts";
import type { IssuerOptions } from "./features/auth/open-id-client.ts";
import { isWeakPassword } from "./features/auth/weak-passwords.ts";
import type { MessengerOptions } from "./features/channels/platforms/messenger.ts";
import type { ZaloOptions } from "./features/channels/platforms/zalo.ts";
import type { MachineTranslationOptions } from "./features/machine/providers.ts";
import type { SmtpOptions } from "./features/mail/transport.ts";
import type { S3Options } from "./kit/storage/s3.ts";

export interface Config {
  isDevelopment: boolean;
  port: number;
  host: string;
  /** The URL of the site, without a trailing slash. Null: the server uses `localhost` and its own port. */
  publicUrl: string | null;
  dataDir: string;
  /** The URL of the database. Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /**
   * The database account that owns the tables and runs the migrations. Null: the account of `databaseUrl` is
   * the owner.
   */
  databaseOwnerUrl: string | null;
  /**
   * The keys that sign tokens and encrypt secrets, the newest first. Null: the server generates one key and stores it
   * in a file in `dataDir`.
   */
  secretKeys: string[] | null;
  /** The message bus between processes. Null: there is only one process, and it uses an in-memory bus. */
  natsUrl: string | null;
  /** The mail server. Null: mails are written as files to `dataDir`. */
  smtp: SmtpOptions | null;
  mailFrom: string;
  admin: { email: string; password: string | null } | null;
  /** Whether to create the demo workspace. Null: only if the embedded database is empty. */
  shouldSeedDemo: boolean | null;
  demoPassword: string | null;
  areMetricsPublic: boolean;
  /**
   * IP addresses and networks of proxies on other computers. The server trusts the `X-Forwarded-For` header of these
   * proxies.
   */
  trustedProxies: readonly string[];
  /** The storage of uploaded files. Null: files in `dataDir`. */
  s3: S3Options | null;
  /** The OpenID Connect provider for sign-in. Null: people sign in by password only. */
  google: IssuerOptions | null;
  /** The provider of machine translation. Null: the server does not translate by machine. */
  machine: MachineTranslationOptions | null;
  /** The Facebook app. Null: no Facebook page can be connected. */
  messenger: MessengerOptions | null;
  /** The Zalo app. Null: no Zalo Official Account can be connected. */
  zalo: ZaloOptions | null;
  /** Whether the server fetches linked web pages to show previews under messages. */
  hasLinkPreviews: boolean;
  /** Maximum pages that the server renders per second for one client network. Cached pages do not count. */
  renderedPagesPerSecond: number;
  /** Maximum broadcast messages that one bot sends per second. */
  broadcastsPerSecond: number;
  /** Storage quotas for files, in bytes. */
  storageQuotas: { perPerson: number; total: number };
  /** Every rate limit of a person (API calls per minute) is multiplied by this factor. */
  callLimitsFactor: number;
  logLevel: string;
}

/**
 * Reads the secret keys. With an external database or message bus SECRET_KEY is required, because all processes need
 * the same key. A key file in DATA_DIR would also be lost with its disk, and then nobody could sign in with an
 * authenticator app.
 */
function readSecretKeys({ SECRET_KEY, DATABASE_URL, NATS_URL }: Environment): string[] | null {
  const sharedServiceVariable = DATABASE_URL ? "DATABASE_URL" : NATS_URL && "NATS_URL";
  if (sharedServiceVariable && !SECRET_KEY) {
    throw new ConfigError(
      `SECRET_KEY must stand beside ${sharedServiceVariable}: 32 random characters or more, the same for every process.`,
    );
  }
  return SECRET_KEY ?? null;
}

/** Throws a ConfigError if the first admin's password is easy to guess. */
export async function checkAdminPassword({ admin }: Config): Promise<void> {
  if (admin?.password && (await isWeakPassword(admin.password, { email: admin.email })))
    throw new ConfigError(
      "ADMIN_PASSWORD is easy to guess: it is a common password, or made of ADMIN_EMAIL. Choose another.",
    );
}

/**
 * Reads the configuration. Throws a ConfigError for the first invalid variable. The error never contains the variable's
 * value.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const parsedEnvironment = environmentSchema.safeParse(variables);
  if (!parsedEnvironment.success) {
    const issue = parsedEnvironment.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? "is wrong"}.`);
  }
  const env = parsedEnvironment.data;
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new ConfigError("DATABASE_OWNER_URL needs DATABASE_URL beside it.");
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new ConfigError("ADMIN_PASSWORD needs ADMIN_EMAIL beside it.");
  return {
    isDevelopment: env.NODE_ENV === "development",
    port: env.PORT ?? 3000,
    host: env.HOST ?? "127.0.0.1",
    publicUrl: env.PUBLIC_URL === undefined ? null : trimCharactersFromEnd(env.PUBLIC_URL, "/"),
    dataDir: resolve(env.DATA_DIR ?? "data"),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    secretKeys: readSecretKeys(env),
    natsUrl: env.NATS_URL ?? null,
    smtp: readSmtpOptions(env),
    mailFrom: env.MAIL_FROM ?? "Kakehashi <no-reply@kakehashi.invalid>",
    admin: env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? null } : null,
    shouldSeedDemo: env.DEMO === undefined ? null : env.DEMO === "1",
    demoPassword: env.DEMO_PASSWORD ?? null,
    areMetricsPublic: env.METRICS === "public",
    trustedProxies: env.TRUST_PROXY ?? [],
    s3: readS3Options(env),
    google: readGoogleSignInOptions(env),
    machine: readMachineTranslationOptions(env),
    messenger: readMessengerOptions(env),
    zalo: readZaloOptions(env),
    hasLinkPreviews: env.LINK_PREVIEWS !== "0",
    renderedPagesPerSecond: env.PAGES_PER_SECOND ?? 30,
    broadcastsPerSecond: env.BROADCASTS_PER_SECOND ?? 50,
    storageQuotas: {
      perPerson: env.STORAGE_PER_PERSON ?? 10e9,
      total: env.STORAGE_TOTAL ?? 500e9,
    },
    callLimitsFactor: env.CALL_LIMITS_FACTOR ?? 1,
    logLevel: env.LOG_LEVEL ?? "info",
  };
}
