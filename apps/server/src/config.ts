import { resolve } from "node:path";
import { z } from "zod";
import type { IssuerOptions } from "./features/auth/issuer.ts";
import type { S3Options } from "./kit/storage/s3.ts";

/** A wrong environment variable. Its message is one line that names the variable. */
export class ConfigError extends Error {}

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankIsAbsent, schema.optional());
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });

/** What is said on the way cannot be overheard. */
function isPrivate(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

const environment = z.object({
  NODE_ENV: optional(z.enum(["production", "development", "test"])),
  PORT: optional(
    z
      .string()
      .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535, "must be a number from 0 to 65535")
      .transform(Number),
  ),
  HOST: optional(z.string().regex(/^[\w.:-]+$/, "must be a host name or an address")),
  PUBLIC_URL: optional(url(/^https?$/, "https://kakehashi.example")),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(url(/^postgres(ql)?$/, "postgresql://user:password@host:5432/database")),
  NATS_URL: optional(url(/^(nats|tls|wss?)$/, "nats://host:4222")),
  SMTP_URL: optional(url(/^smtps?$/, "smtp://user:password@host:587")),
  MAIL_FROM: optional(z.string().regex(/@/, "must be an address like Kakehashi <hello@kakehashi.example>")),
  ADMIN_EMAIL: optional(z.email("must be an e-mail address")),
  ADMIN_PASSWORD: optional(z.string().min(8, "must have at least 8 characters")),
  DEMO: optional(z.enum(["0", "1"], "must be 0 or 1")),
  DEMO_PASSWORD: optional(z.string().min(8, "must have at least 8 characters")),
  METRICS: optional(z.enum(["loopback", "public"], "must be loopback or public")),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name")),
  S3_ENDPOINT: optional(url(/^https?$/, "https://s3.example")),
  S3_REGION: optional(z.string().regex(/^[\w-]+$/, "must be a region like ap-northeast-1")),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  GOOGLE_CLIENT_ID: optional(z.string().regex(/^[\x21-\x7e]+$/, "must be a client's id, without spaces")),
  GOOGLE_CLIENT_SECRET: optional(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a client's secret, without spaces"),
  ),
  GOOGLE_ISSUER: optional(
    z
      .url({ protocol: /^https?$/, error: "must be an address like https://accounts.google.com" })
      .refine(isPrivate, "must begin with https://, unless it is on this machine"),
  ),
  LINK_PREVIEWS: optional(z.enum(["0", "1"], "must be 0 or 1")),
  PAGES_PER_SECOND: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  LOG_LEVEL: optional(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a level such as info"),
  ),
});

export interface Config {
  development: boolean;
  port: number;
  host: string;
  /** Without a trailing slash. Given, or made from the port that was really taken. */
  publicUrl: string | null;
  dataDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** Null: one process, in-memory bus. */
  natsUrl: string | null;
  /** Null: mails are files in `dataDir`. */
  smtpUrl: string | null;
  mailFrom: string;
  admin: { email: string; password: string | null } | null;
  /** Null: a demo workspace only in an empty embedded database. */
  demo: boolean | null;
  demoPassword: string | null;
  publicMetrics: boolean;
  /** Null: files in `dataDir`. */
  s3: S3Options | null;
  /** Null: one signs in by password alone. */
  google: IssuerOptions | null;
  /** Whether the server reads the pages that messages link to. */
  linkPreviews: boolean;
  /** Rendered for one network; those from memory cost nothing and count for nothing. */
  pagesPerSecond: number;
  logLevel: string;
}

type Environment = z.output<typeof environment>;

function readS3(env: Environment): S3Options | null {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY)
    throw new ConfigError("S3_ACCESS_KEY_ID needs S3_SECRET_ACCESS_KEY beside it.");
  if (S3_SECRET_ACCESS_KEY && !S3_ACCESS_KEY_ID)
    throw new ConfigError("S3_SECRET_ACCESS_KEY needs S3_ACCESS_KEY_ID beside it.");
  if (!S3_BUCKET) {
    const alone = (["S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID"] as const).find((name) => env[name]);
    if (alone) throw new ConfigError(`${alone} needs S3_BUCKET beside it.`);
    return null;
  }
  if (!env.S3_REGION && !env.S3_ENDPOINT)
    throw new ConfigError("S3_BUCKET needs S3_REGION or S3_ENDPOINT beside it.");
  return {
    bucket: S3_BUCKET,
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION ?? "us-east-1",
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : null,
  };
}

function readGoogle(env: Environment): IssuerOptions | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env;
  if (clientId && !clientSecret)
    throw new ConfigError("GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET beside it.");
  if (clientSecret && !clientId)
    throw new ConfigError("GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID beside it.");
  if (issuer && !clientId) throw new ConfigError("GOOGLE_ISSUER needs GOOGLE_CLIENT_ID beside it.");
  return clientId && clientSecret
    ? { clientId, clientSecret, issuer: issuer ?? "https://accounts.google.com" }
    : null;
}

/** Reads the configuration. Throws a ConfigError for the first wrong variable; never shows its value. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? "is wrong"}.`);
  }
  const env = parsed.data;
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new ConfigError("ADMIN_PASSWORD needs ADMIN_EMAIL beside it.");
  return {
    development: env.NODE_ENV === "development",
    port: env.PORT ?? 3000,
    host: env.HOST ?? "127.0.0.1",
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    dataDir: resolve(env.DATA_DIR ?? "data"),
    databaseUrl: env.DATABASE_URL ?? null,
    natsUrl: env.NATS_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? "Kakehashi <no-reply@kakehashi.invalid>",
    admin: env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? null } : null,
    demo: env.DEMO === undefined ? null : env.DEMO === "1",
    demoPassword: env.DEMO_PASSWORD ?? null,
    publicMetrics: env.METRICS === "public",
    s3: readS3(env),
    google: readGoogle(env),
    linkPreviews: env.LINK_PREVIEWS !== "0",
    pagesPerSecond: env.PAGES_PER_SECOND ?? 30,
    logLevel: env.LOG_LEVEL ?? "info",
  };
}
