import { passwordSchema } from "@kakehashi/contract/credentials";
import { machineProviders } from "@kakehashi/contract/machine";
import { z } from "zod";
import { findProxyProblem } from "./kit/http/network.ts";
import { parseSecretKeys } from "./kit/secrets.ts";

// The environment variables that the server reads, each checked by itself. `config.ts` checks combinations.

/** An invalid environment variable. The error message is one line that names the variable. */
export class ConfigError extends Error {}

const blankToUndefined = (value: unknown) => (value === "" ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankToUndefined, schema.optional());
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });

export function isThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}

/**
 * Whether requests to this URL are encrypted or stay on this machine, so that nobody on the network can read them. True
 * for text that is not a URL, because another check refuses such text.
 */
function isPrivate(address: string): boolean {
  return !URL.canParse(address) || new URL(address).protocol === "https:" || isThisMachine(address);
}

const printableAscii = z.string().regex(/^[\x21-\x7e]+$/, "must be printable ASCII, without spaces");

/**
 * Checks the URL of an outside platform. The server sends secrets to that platform, and people give their consent
 * there, so the connection must be encrypted.
 */
const platformUrl = (example: string) =>
  url(/^https?$/, example)
    .refine(isPrivate, "must begin with https://, unless it is on this machine")
    .refine((address) => !/[?#]/.test(address), "must have no query");

const bytesPerUnit = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** Parses a number of bytes, written like `10GB`. */
const byteSize = z
  .string()
  .regex(/^[1-9]\d{0,5}(MB|GB|TB)$/, "must be a size like 10GB")
  .transform((text) => {
    const { number, unit } = /^(?<number>\d+)(?<unit>\D+)$/.exec(text)?.groups ?? {};
    return Number(number) * bytesPerUnit[unit as keyof typeof bytesPerUnit];
  });

export const environment = z.object({
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
  MESSENGER_APP_ID: optional(z.string().regex(/^\d{1,30}$/, "must be an app's id, digits alone")),
  MESSENGER_APP_SECRET: optional(printableAscii),
  MESSENGER_VERIFY_TOKEN: optional(
    z.string().regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 characters, without spaces"),
  ),
  MESSENGER_URL: optional(platformUrl("https://graph.facebook.com/v25.0")),
  MESSENGER_DIALOG_URL: optional(platformUrl("https://www.facebook.com/v25.0/dialog/oauth")),
  ZALO_APP_ID: optional(z.string().regex(/^\d{1,30}$/, "must be an app's id, digits alone")),
  ZALO_APP_SECRET: optional(printableAscii),
  ZALO_OA_SECRET: optional(printableAscii),
  ZALO_OAUTH_URL: optional(platformUrl("https://oauth.zaloapp.com")),
  ZALO_URL: optional(platformUrl("https://openapi.zalo.me")),
  ZALO_WINDOW_DAYS: optional(
    z
      .string()
      .regex(/^(?:[1-9]|[1-9]\d)$/, "must be a whole number from 1 to 99")
      .transform(Number),
  ),
  TRUST_PROXY: optional(
    z
      .string()
      .transform((list) => list.split(",").map((network) => network.trim()))
      .superRefine((networks, context) => {
        const problem = findProxyProblem(networks);
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
  STORAGE_PER_PERSON: optional(byteSize),
  STORAGE_TOTAL: optional(byteSize),
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
export type Environment = z.output<typeof environment>;
