import { passwordSchema } from "@kakehashi/contract/credentials";
import { machineProviders } from "@kakehashi/contract/machine";
import { z } from "zod";
import { findProxyProblem } from "./kit/http/network.ts";
import { parseSecretKeys } from "./kit/secrets.ts";

// The environment variables of the server. This schema checks each variable alone; `config.ts` checks combinations of
// variables.

/** An invalid environment variable. The error message is one line that names the variable. */
export class ConfigError extends Error {}

const blankToUndefined = (value: unknown) => (value === "" ? undefined : value);
const createOptionalSchema = <S extends z.ZodType>(schema: S) =>
  z.preprocess(blankToUndefined, schema.optional());
const createUrlSchema = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });

export function isUrlOnThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}

/**
 * Whether nobody on the network can read requests to this URL: it uses TLS, or its host is this computer. Also true for
 * a text that is not a URL, because another check refuses such a text.
 */
function isConfidentialUrl(address: string): boolean {
  return !URL.canParse(address) || new URL(address).protocol === "https:" || isUrlOnThisMachine(address);
}

const printableAsciiSchema = z.string().regex(/^[\x21-\x7e]+$/, "must be printable ASCII, without spaces");

/**
 * Checks the URL of an outside platform. The connection must be encrypted, because the server sends secrets to this
 * URL, and people open it to grant access.
 */
const createPlatformUrlSchema = (example: string) =>
  createUrlSchema(/^https?$/, example)
    .refine(isConfidentialUrl, "must begin with https://, unless it is on this machine")
    .refine((address) => !/[?#]/.test(address), "must have no query");

const bytesPerUnit = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** Parses a size in bytes, written like `10GB`. */
const byteSizeSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}(MB|GB|TB)$/, "must be a size like 10GB")
  .transform((text) => {
    const { number, unit } = /^(?<number>\d+)(?<unit>\D+)$/.exec(text)?.groups ?? {};
    return Number(number) * bytesPerUnit[unit as keyof typeof bytesPerUnit];
  });

export const environmentSchema = z.object({
  NODE_ENV: createOptionalSchema(z.enum(["production", "development", "test"])),
  PORT: createOptionalSchema(
    z
      .string()
      .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535, "must be a number from 0 to 65535")
      .transform(Number),
  ),
  HOST: createOptionalSchema(z.string().regex(/^[\w.:-]+$/, "must be a host name or an address")),
  PUBLIC_URL: createOptionalSchema(createUrlSchema(/^https?$/, "https://kakehashi.example")),
  DATA_DIR: createOptionalSchema(z.string()),
  DATABASE_URL: createOptionalSchema(
    createUrlSchema(/^postgres(ql)?$/, "postgresql://user:password@host:5432/database"),
  ),
  SECRET_KEY: createOptionalSchema(
    z
      .string()
      .transform(parseSecretKeys)
      .refine((keys) => keys !== null, "must have at least 32 characters; several are separated by commas"),
  ),
  DATABASE_OWNER_URL: createOptionalSchema(
    createUrlSchema(/^postgres(ql)?$/, "postgresql://owner:password@host:5432/database"),
  ),
  NATS_URL: createOptionalSchema(createUrlSchema(/^(nats|tls|wss?)$/, "nats://host:4222")),
  SMTP_URL: createOptionalSchema(createUrlSchema(/^smtps?$/, "smtp://user:password@host:587")),
  SMTP_TLS: createOptionalSchema(z.enum(["required", "optional"], "must be required or optional")),
  MAIL_FROM: createOptionalSchema(
    z.string().regex(/@/, "must be an address like Kakehashi <hello@kakehashi.example>"),
  ),
  ADMIN_EMAIL: createOptionalSchema(z.email("must be an e-mail address")),
  ADMIN_PASSWORD: createOptionalSchema(
    z
      .string()
      .refine(
        (password) => passwordSchema.safeParse(password).success,
        "must have 8 to 32 characters, with an uppercase letter, a lowercase letter and a digit",
      ),
  ),
  DEMO: createOptionalSchema(z.enum(["0", "1"], "must be 0 or 1")),
  DEMO_PASSWORD: createOptionalSchema(z.string().min(8, "must have at least 8 characters")),
  METRICS: createOptionalSchema(z.enum(["loopback", "public"], "must be loopback or public")),
  S3_BUCKET: createOptionalSchema(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name"),
  ),
  S3_ENDPOINT: createOptionalSchema(createUrlSchema(/^https?$/, "https://s3.example")),
  S3_REGION: createOptionalSchema(z.string().regex(/^[\w-]+$/, "must be a region like ap-northeast-1")),
  S3_ACCESS_KEY_ID: createOptionalSchema(z.string()),
  S3_SECRET_ACCESS_KEY: createOptionalSchema(z.string()),
  GOOGLE_CLIENT_ID: createOptionalSchema(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a client's id, without spaces"),
  ),
  GOOGLE_CLIENT_SECRET: createOptionalSchema(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a client's secret, without spaces"),
  ),
  GOOGLE_ISSUER: createOptionalSchema(
    z
      .url({ protocol: /^https?$/, error: "must be an address like https://accounts.google.com" })
      .refine(isConfidentialUrl, "must begin with https://, unless it is on this machine"),
  ),
  TRANSLATOR: createOptionalSchema(z.enum(machineProviders, `must be one of ${machineProviders.join(", ")}`)),
  TRANSLATOR_URL: createOptionalSchema(createUrlSchema(/^https?$/, "http://localhost:5000")),
  TRANSLATOR_KEY: createOptionalSchema(z.string().regex(/^[\x21-\x7e]+$/, "must be a key, without spaces")),
  TRANSLATOR_REGION: createOptionalSchema(z.string().regex(/^[a-z0-9]+$/, "must be a region like japaneast")),
  TRANSLATOR_MODEL: createOptionalSchema(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a model's name, without spaces"),
  ),
  TRANSLATOR_MONTHLY_CHARACTERS: createOptionalSchema(
    z
      .string()
      .regex(/^[1-9]\d{0,11}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  MESSENGER_APP_ID: createOptionalSchema(z.string().regex(/^\d{1,30}$/, "must be an app's id, digits alone")),
  MESSENGER_APP_SECRET: createOptionalSchema(printableAsciiSchema),
  MESSENGER_VERIFY_TOKEN: createOptionalSchema(
    z.string().regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 characters, without spaces"),
  ),
  MESSENGER_URL: createOptionalSchema(createPlatformUrlSchema("https://graph.facebook.com/v25.0")),
  MESSENGER_DIALOG_URL: createOptionalSchema(
    createPlatformUrlSchema("https://www.facebook.com/v25.0/dialog/oauth"),
  ),
  ZALO_APP_ID: createOptionalSchema(z.string().regex(/^\d{1,30}$/, "must be an app's id, digits alone")),
  ZALO_APP_SECRET: createOptionalSchema(printableAsciiSchema),
  ZALO_OA_SECRET: createOptionalSchema(printableAsciiSchema),
  ZALO_OAUTH_URL: createOptionalSchema(createPlatformUrlSchema("https://oauth.zaloapp.com")),
  ZALO_URL: createOptionalSchema(createPlatformUrlSchema("https://openapi.zalo.me")),
  ZALO_WINDOW_DAYS: createOptionalSchema(
    z
      .string()
      .regex(/^(?:[1-9]|[1-9]\d)$/, "must be a whole number from 1 to 99")
      .transform(Number),
  ),
  TRUST_PROXY: createOptionalSchema(
    z
      .string()
      .transform((list) => list.split(",").map((network) => network.trim()))
      .superRefine((networks, context) => {
        const proxyProblem = findProxyProblem(networks);
        if (proxyProblem) context.addIssue({ code: "custom", message: proxyProblem });
      }),
  ),
  LINK_PREVIEWS: createOptionalSchema(z.enum(["0", "1"], "must be 0 or 1")),
  PAGES_PER_SECOND: createOptionalSchema(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  BROADCASTS_PER_SECOND: createOptionalSchema(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
      .transform(Number),
  ),
  STORAGE_PER_PERSON: createOptionalSchema(byteSizeSchema),
  STORAGE_TOTAL: createOptionalSchema(byteSizeSchema),
  CALL_LIMITS_FACTOR: createOptionalSchema(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
      .transform(Number),
  ),
  LOG_LEVEL: createOptionalSchema(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a level such as info"),
  ),
});
export type Environment = z.output<typeof environmentSchema>;
