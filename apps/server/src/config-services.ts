import { trimCharactersFromEnd } from "@kakehashi/contract/kit/trim";
import { ConfigError, type Environment, isUrlOnThisMachine } from "./environment.ts";
import type { IssuerOptions } from "./features/auth/open-id-client.ts";
import type { MessengerOptions } from "./features/channels/platforms/messenger.ts";
import type { ZaloOptions } from "./features/channels/platforms/zalo.ts";
import type { MachineTranslationOptions } from "./features/machine/providers.ts";
import type { SmtpOptions } from "./features/mail/transport.ts";
import type { S3Options } from "./kit/storage/s3.ts";

// The configuration of external services. A service is null if its variables are not set. Throws a ConfigError if a
// variable is set without another variable that it needs.

export function readS3Options(env: Environment): S3Options | null {
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

/**
 * Reads the settings of the mail server. Null: SMTP_URL is not set. Without SMTP_TLS, the server requires TLS for a
 * mail server on another computer: with optional TLS, an attacker on the network could pretend that the mail server
 * offers no TLS, and read the mails.
 */
export function readSmtpOptions({ SMTP_URL: url, SMTP_TLS: tlsMode }: Environment): SmtpOptions | null {
  if (!url) {
    if (tlsMode) throw new ConfigError("SMTP_TLS needs SMTP_URL beside it.");
    return null;
  }
  return { url, requireTls: tlsMode ? tlsMode === "required" : !isUrlOnThisMachine(url) };
}

export function readGoogleSignInOptions(env: Environment): IssuerOptions | null {
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

export function readMachineTranslationOptions(env: Environment): MachineTranslationOptions | null {
  const { TRANSLATOR: provider, TRANSLATOR_URL, TRANSLATOR_KEY: key } = env;
  const createMissingVariableError = (variable: string) =>
    new ConfigError(`TRANSLATOR=${provider} needs ${variable} beside it.`);
  if (!provider) {
    const names = ["URL", "KEY", "REGION", "MODEL", "MONTHLY_CHARACTERS"] as const;
    const dependentVariable = names
      .map((name) => `TRANSLATOR_${name}` as const)
      .find((name) => env[name] !== undefined);
    if (dependentVariable) throw new ConfigError(`${dependentVariable} needs TRANSLATOR beside it.`);
    return null;
  }
  // Keys of DeepL's free plan work only with another API URL.
  const usesDeepLFreePlan = provider === "deepl" && key?.endsWith(":fx");
  const address =
    TRANSLATOR_URL ?? (usesDeepLFreePlan ? "https://api-free.deepl.com" : translatorUrls[provider]);
  if (!address) throw createMissingVariableError("TRANSLATOR_URL");
  if (!key && provider !== "libretranslate" && (provider !== "openai" || !TRANSLATOR_URL))
    throw createMissingVariableError("TRANSLATOR_KEY");
  if (provider === "openai" && !env.TRANSLATOR_MODEL) throw createMissingVariableError("TRANSLATOR_MODEL");
  return {
    provider,
    url: trimCharactersFromEnd(address, "/"),
    key: key ?? null,
    region: env.TRANSLATOR_REGION ?? null,
    model: env.TRANSLATOR_MODEL ?? null,
    monthlyCharacters: env.TRANSLATOR_MONTHLY_CHARACTERS ?? null,
  };
}

/**
 * Returns the values of a group of variables. Returns null if none of them is set. Throws if only some are set, or if a
 * variable of `dependentVariables` is set without the group.
 */
function readAllOrNoVariables<Name extends keyof Environment>(
  env: Environment,
  names: readonly Name[],
  dependentVariables: readonly (keyof Environment)[],
): { [K in Name]: NonNullable<Environment[K]> } | null {
  const firstSetVariable = names.find((name) => env[name] !== undefined);
  const missingVariable = names.find((name) => env[name] === undefined);
  if (missingVariable === undefined) return env as { [K in Name]: NonNullable<Environment[K]> };
  const dependentVariable = firstSetVariable ?? dependentVariables.find((name) => env[name] !== undefined);
  if (dependentVariable) throw new ConfigError(`${dependentVariable} needs ${missingVariable} beside it.`);
  return null;
}

export function readMessengerOptions(env: Environment): MessengerOptions | null {
  const facebookVariables = readAllOrNoVariables(
    env,
    ["MESSENGER_APP_ID", "MESSENGER_APP_SECRET", "MESSENGER_VERIFY_TOKEN"],
    ["MESSENGER_URL", "MESSENGER_DIALOG_URL"],
  );
  return (
    facebookVariables && {
      appId: facebookVariables.MESSENGER_APP_ID,
      appSecret: facebookVariables.MESSENGER_APP_SECRET,
      verifyToken: facebookVariables.MESSENGER_VERIFY_TOKEN,
      url: trimCharactersFromEnd(env.MESSENGER_URL ?? "https://graph.facebook.com/v25.0", "/"),
      dialogUrl: trimCharactersFromEnd(
        env.MESSENGER_DIALOG_URL ?? "https://www.facebook.com/v25.0/dialog/oauth",
        "/",
      ),
    }
  );
}

export function readZaloOptions(env: Environment): ZaloOptions | null {
  const zaloVariables = readAllOrNoVariables(
    env,
    ["ZALO_APP_ID", "ZALO_APP_SECRET", "ZALO_OA_SECRET"],
    ["ZALO_OAUTH_URL", "ZALO_URL", "ZALO_WINDOW_DAYS"],
  );
  return (
    zaloVariables && {
      appId: zaloVariables.ZALO_APP_ID,
      appSecret: zaloVariables.ZALO_APP_SECRET,
      oaSecret: zaloVariables.ZALO_OA_SECRET,
      oauthUrl: trimCharactersFromEnd(env.ZALO_OAUTH_URL ?? "https://oauth.zaloapp.com", "/"),
      url: trimCharactersFromEnd(env.ZALO_URL ?? "https://openapi.zalo.me", "/"),
      windowDays: env.ZALO_WINDOW_DAYS ?? 7,
    }
  );
}
