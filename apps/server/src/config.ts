import { resolve } from "node:path";
import { passwordSchema } from "@kakehashi/contract/credentials";
import { trimEndOf } from "@kakehashi/contract/kit/trim";
import { machineProviders } from "@kakehashi/contract/machine";
import { z } from "zod";
import type { IssuerOptions } from "./features/auth/issuer.ts";
import { isWeakPassword } from "./features/auth/weak-passwords.ts";
import type { MachineOptions } from "./features/machine/providers.ts";
import type { SmtpOptions } from "./features/mail/transport.ts";
import { wrongProxies } from "./kit/http/network.ts";
import { parseSecretKeys } from "./kit/secrets.ts";
import type { S3Options } from "./kit/storage/s3.ts";

/** A wrong environment variable. Its message is one line that names the variable. */
export class ConfigError extends Error {}

const blankToUndefined = (value: unknown) => (value === "" ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankToUndefined, schema.optional());
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });

function isThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}

/**
 * Whether nobody on the network can read what is sent there. Something that is no address counts as private
 * here; it is refused elsewhere.
 */
function isPrivate(address: string): boolean {
  return !URL.canParse(address) || new URL(address).protocol === "https:" || isThisMachine(address);
}

const units = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** A number of bytes, written as `10GB` and the like. */
const size = z
  .string()
  .regex(/^[1-9]\d{0,5}(MB|GB|TB)$/, "must be a size like 10GB")
  .transform((text) => {
    const { number, unit } = /^(?<number>\d+)(?<unit>\D+)$/.exec(text)?.groups ?? {};
    return Number(number) * units[unit as keyof typeof units];
  });

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
  SECRET_KEY: optional(
    z
      .string()
      .transform(parseSecretKeys)
      .refine((keys) => keys !== null, "must have at least 32 characters; several are separated by commas"),
  ),
  DATABASE_OWNER_URL: optional(url(/^postgres(ql)?$/, "postgresql://owner:password@host:5432/database")),
  NATS_URL: optional(url(/^(nats|tls|wss?)$/, "nats://host:4222")),
  SMTP_URL: optional(url(/^smtps?$/, "smtp://user:password@host:587")),
  SMTP_TLS: optional(z.enum(["required", "optional"], "must be required or optional")),
  MAIL_FROM: optional(z.string().regex(/@/, "must be an address like Kakehashi <hello@kakehashi.example>")),
  ADMIN_EMAIL: optional(z.email("must be an e-mail address")),
  ADMIN_PASSWORD: optional(
    z
      .string()
      .refine(
        (password) => passwordSchema.safeParse(password).success,
        "must have 8 to 32 characters, with an uppercase letter, a lowercase letter and a digit",
      ),
  ),
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
  TRANSLATOR: optional(z.enum(machineProviders, `must be one of ${machineProviders.join(", ")}`)),
  TRANSLATOR_URL: optional(url(/^https?$/, "http://localhost:5000")),
  TRANSLATOR_KEY: optional(z.string().regex(/^[\x21-\x7e]+$/, "must be a key, without spaces")),
  TRANSLATOR_REGION: optional(z.string().regex(/^[a-z0-9]+$/, "must be a region like japaneast")),
  TRANSLATOR_MODEL: optional(z.string().regex(/^[\x21-\x7e]+$/, "must be a model's name, without spaces")),
  TRANSLATOR_MONTHLY_CHARACTERS: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,11}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  TRUST_PROXY: optional(
    z
      .string()
      .transform((list) => list.split(",").map((network) => network.trim()))
      .superRefine((networks, context) => {
        const problem = wrongProxies(networks);
        if (problem) context.addIssue({ code: "custom", message: problem });
      }),
  ),
  LINK_PREVIEWS: optional(z.enum(["0", "1"], "must be 0 or 1")),
  PAGES_PER_SECOND: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  BROADCASTS_PER_SECOND: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
      .transform(Number),
  ),
  STORAGE_PER_PERSON: optional(size),
  STORAGE_TOTAL: optional(size),
  CALL_LIMITS_FACTOR: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
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
  /** Without a trailing slash. Null: made from the port that the server listens on. */
  publicUrl: string | null;
  dataDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** The account that owns the tables and migrates them. Null: the one of `databaseUrl` does. */
  databaseOwnerUrl: string | null;
  /** What tokens are signed and secrets are sealed with, the newest first. Null: a file in `dataDir`. */
  secretKeys: string[] | null;
  /** Null: one process, in-memory bus. */
  natsUrl: string | null;
  /** Null: mails are files in `dataDir`. */
  smtp: SmtpOptions | null;
  mailFrom: string;
  admin: { email: string; password: string | null } | null;
  /** Null: a demo workspace only in an empty embedded database. */
  demo: boolean | null;
  demoPassword: string | null;
  publicMetrics: boolean;
  /** Proxies on other machines whose `X-Forwarded-For` is believed: addresses and networks. */
  trustedProxies: readonly string[];
  /** Null: files in `dataDir`. */
  s3: S3Options | null;
  /** Null: one signs in by password alone. */
  google: IssuerOptions | null;
  /** Null: no machine translates. */
  machine: MachineOptions | null;
  /** Whether the server reads the pages that messages link to. */
  linkPreviews: boolean;
  /** Pages rendered per second for one network. Cached pages do not count. */
  pagesPerSecond: number;
  /** Messages a second of one bot's broadcasts. */
  broadcastsPerSecond: number;
  /** Bytes of files. */
  storageQuotas: { perPerson: number; total: number };
  /** Multiplies how many calls a minute a person may make. */
  callLimitsFactor: number;
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
    const dependentVariable = (["S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID"] as const).find(
      (name) => env[name],
    );
    if (dependentVariable) throw new ConfigError(`${dependentVariable} needs S3_BUCKET beside it.`);
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

/** A mail server on another machine must use TLS: an attacker on the way could hide that it offers TLS. */
function readSmtp({ SMTP_URL: url, SMTP_TLS: tls }: Environment): SmtpOptions | null {
  if (!url) {
    if (tls) throw new ConfigError("SMTP_TLS needs SMTP_URL beside it.");
    return null;
  }
  return { url, requireTls: tls ? tls === "required" : !isThisMachine(url) };
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

const translatorUrls = {
  libretranslate: null,
  deepl: "https://api.deepl.com",
  google: "https://translation.googleapis.com",
  azure: "https://api.cognitive.microsofttranslator.com",
  openai: "https://api.openai.com/v1",
} as const;

function readMachine(env: Environment): MachineOptions | null {
  const { TRANSLATOR: provider, TRANSLATOR_URL, TRANSLATOR_KEY: key } = env;
  const missingVariable = (variable: string) =>
    new ConfigError(`TRANSLATOR=${provider} needs ${variable} beside it.`);
  if (!provider) {
    const names = ["URL", "KEY", "REGION", "MODEL", "MONTHLY_CHARACTERS"] as const;
    const dependentVariable = names
      .map((name) => `TRANSLATOR_${name}` as const)
      .find((name) => env[name] !== undefined);
    if (dependentVariable) throw new ConfigError(`${dependentVariable} needs TRANSLATOR beside it.`);
    return null;
  }
  // The keys of DeepL's free plan have an address of their own.
  const isDeepLFree = provider === "deepl" && key?.endsWith(":fx");
  const address = TRANSLATOR_URL ?? (isDeepLFree ? "https://api-free.deepl.com" : translatorUrls[provider]);
  if (!address) throw missingVariable("TRANSLATOR_URL");
  if (!key && provider !== "libretranslate" && (provider !== "openai" || !TRANSLATOR_URL))
    throw missingVariable("TRANSLATOR_KEY");
  if (provider === "openai" && !env.TRANSLATOR_MODEL) throw missingVariable("TRANSLATOR_MODEL");
  return {
    provider,
    url: trimEndOf(address, "/"),
    key: key ?? null,
    region: env.TRANSLATOR_REGION ?? null,
    model: env.TRANSLATOR_MODEL ?? null,
    monthlyCharacters: env.TRANSLATOR_MONTHLY_CHARACTERS ?? null,
  };
}

/**
 * Several processes must share the key. A process with its database elsewhere may be started on a new disk,
 * where a key file in DATA_DIR would be lost, and every second step with it.
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

/** Reads the configuration. Throws a ConfigError for the first wrong variable; never shows its value. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? "is wrong"}.`);
  }
  const env = parsed.data;
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new ConfigError("DATABASE_OWNER_URL needs DATABASE_URL beside it.");
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new ConfigError("ADMIN_PASSWORD needs ADMIN_EMAIL beside it.");
  return {
    development: env.NODE_ENV === "development",
    port: env.PORT ?? 3000,
    host: env.HOST ?? "127.0.0.1",
    publicUrl: env.PUBLIC_URL === undefined ? null : trimEndOf(env.PUBLIC_URL, "/"),
    dataDir: resolve(env.DATA_DIR ?? "data"),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    secretKeys: readSecretKeys(env),
    natsUrl: env.NATS_URL ?? null,
    smtp: readSmtp(env),
    mailFrom: env.MAIL_FROM ?? "Kakehashi <no-reply@kakehashi.invalid>",
    admin: env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? null } : null,
    demo: env.DEMO === undefined ? null : env.DEMO === "1",
    demoPassword: env.DEMO_PASSWORD ?? null,
    publicMetrics: env.METRICS === "public",
    trustedProxies: env.TRUST_PROXY ?? [],
    s3: readS3(env),
    google: readGoogle(env),
    machine: readMachine(env),
    linkPreviews: env.LINK_PREVIEWS !== "0",
    pagesPerSecond: env.PAGES_PER_SECOND ?? 30,
    broadcastsPerSecond: env.BROADCASTS_PER_SECOND ?? 50,
    storageQuotas: {
      perPerson: env.STORAGE_PER_PERSON ?? 10e9,
      total: env.STORAGE_TOTAL ?? 500e9,
    },
    callLimitsFactor: env.CALL_LIMITS_FACTOR ?? 1,
    logLevel: env.LOG_LEVEL ?? "info",
  };
}
