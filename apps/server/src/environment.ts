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
const optionalVariable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(blankToUndefined, schema.optional());
const urlSchema = (protocols: RegExp, example: string) =>
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
 * Checks the URL of an outside platform. The connection must be encrypted, because the server sends secrets over it,
 * and people use it to grant access.
 */
const platformUrlSchema = (example: string) =>
  urlSchema(/^https?$/, example)
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
  NODE_ENV: optionalVariable(z.enum(["production", "development", "test"])),
  PORT: optionalVariable(
    z
      .string()
      .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535, "must be a number from 0 to 65535")
      .transform(Number),
  ),
  HOST: optionalVariable(z.string().regex(/^[\w.:-]+$/, "must be a host name or an address")),
  PUBLIC_URL: optionalVariable(urlSchema(/^https?$/, "https://kakehashi.example")),
  DATA_DIR: optionalVariable(z.string()),
  DATABASE_URL: optionalVariable(
    urlSchema(/^postgres(ql)?$/, "postgresql://user:password@host:5432/database"),
  ),
  SECRET_KEY: optionalVariable(
    z
      .string()
      .transform(parseSecretKeys)
      .refine((keys) => keys !== null, "must have at least 32 characters; several are separated by commas"),
  ),
  DATABASE_OWNER_URL: optionalVariable(
    urlSchema(/^postgres(ql)?$/, "postgresql://owner:password@host:5432/database"),
  ),
  NATS_URL: optionalVariable(urlSchema(/^(nats|tls|wss?)$/, "nats://host:4222")),
  SMTP_URL: optionalVariable(urlSchema(/^smtps?$/, "smtp://user:password@host:587")),
  SMTP_TLS: optionalVariable(z.enum(["required", "optional"], "must be required or optional")),
  MAIL_FROM: optionalVariable(
    z.string().regex(/@/, "must be an address like Kakehashi <hello@kakehashi.example>"),
  ),
  ADMIN_EMAIL: optionalVariable(z.email("must be an e-mail address")),
  ADMIN_PASSWORD: optionalVariable(
    z
      .string()
      .refine(
        (password) => passwordSchema.safeParse(password).success,
        "must have 8 to 32 characters, with an uppercase letter, a lowercase letter and a digit",
      ),
  ),
  DEMO: optionalVariable(z.enum(["0", "1"], "must be 0 or 1")),
  DEMO_PASSWORD: optionalVariable(z.string().min(8, "must have at least 8 characters")),
  METRICS: optionalVariable(z.enum(["loopback", "public"], "must be loopback or public")),
  S3_BUCKET: optionalVariable(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name"),
  ),
  S3_ENDPOINT: optionalVariable(urlSchema(/^https?$/, "https://s3.example")),
  S3_REGION: optionalVariable(z.string().regex(/^[\w-]+$/, "must be a region like ap-northeast-1")),
  S3_ACCESS_KEY_ID: optionalVariable(z.string()),
  S3_SECRET_ACCESS_KEY: optionalVariable(z.string()),
  GOOGLE_CLIENT_ID: optionalVariable(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a client's id, without spaces"),
  ),
  GOOGLE_CLIENT_SECRET: optionalVariable(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a client's secret, without spaces"),
  ),
  GOOGLE_ISSUER: optionalVariable(
    z
      .url({ protocol: /^https?$/, error: "must be an address like https://accounts.google.com" })
      .refine(isConfidentialUrl, "must begin with https://, unless it is on this machine"),
  ),
  TRANSLATOR: optionalVariable(z.enum(machineProviders, `must be one of ${machineProviders.join(", ")}`)),
  TRANSLATOR_URL: optionalVariable(urlSchema(/^https?$/, "http://localhost:5000")),
  TRANSLATOR_KEY: optionalVariable(z.string().regex(/^[\x21-\x7e]+$/, "must be a key, without spaces")),
  TRANSLATOR_REGION: optionalVariable(z.string().regex(/^[a-z0-9]+$/, "must be a region like japaneast")),
  TRANSLATOR_MODEL: optionalVariable(
    z.string().regex(/^[\x21-\x7e]+$/, "must be a model's name, without spaces"),
  ),
  TRANSLATOR_MONTHLY_CHARACTERS: optionalVariable(
    z
      .string()
      .regex(/^[1-9]\d{0,11}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  MESSENGER_APP_ID: optionalVariable(z.string().regex(/^\d{1,30}$/, "must be an app's id, digits alone")),
  MESSENGER_APP_SECRET: optionalVariable(printableAsciiSchema),
  MESSENGER_VERIFY_TOKEN: optionalVariable(
    z.string().regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 characters, without spaces"),
  ),
  MESSENGER_URL: optionalVariable(platformUrlSchema("https://graph.facebook.com/v25.0")),
  MESSENGER_DIALOG_URL: optionalVariable(platformUrlSchema("https://www.facebook.com/v25.0/dialog/oauth")),
  ZALO_APP_ID: optionalVariable(z.string().regex(/^\d{1,30}$/, "must be an app's id, digits alone")),
  ZALO_APP_SECRET: optionalVariable(printableAsciiSchema),
  ZALO_OA_SECRET: optionalVariable(printableAsciiSchema),
  ZALO_OAUTH_URL: optionalVariable(platformUrlSchema("https://oauth.zaloapp.com")),
  ZALO_URL: optionalVariable(platformUrlSchema("https://openapi.zalo.me")),
  ZALO_WINDOW_DAYS: optionalVariable(
    z
      .string()
      .regex(/^(?:[1-9]|[1-9]\d)$/, "must be a whole number from 1 to 99")
      .transform(Number),
  ),
  TRUST_PROXY: optionalVariable(
    z
      .string()
      .transform((list) => list.split(",").map((network) => network.trim()))
      .superRefine((networks, context) => {
        const proxyProblem = findProxyProblem(networks);
        if (proxyProblem) context.addIssue({ code: "custom", message: proxyProblem });
      }),
  ),
  LINK_PREVIEWS: optionalVariable(z.enum(["0", "1"], "must be 0 or 1")),
  PAGES_PER_SECOND: optionalVariable(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 on")
      .transform(Number),
  ),
  BROADCASTS_PER_SECOND: optionalVariable(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
      .transform(Number),
  ),
  STORAGE_PER_PERSON: optionalVariable(byteSizeSchema),
  STORAGE_TOTAL: optionalVariable(byteSizeSchema),
  CALL_LIMITS_FACTOR: optionalVariable(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
      .transform(Number),
  ),
  LOG_LEVEL: optionalVariable(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a level such as info"),
  ),
});
export type Environment = z.output<typeof environmentSchema>;
