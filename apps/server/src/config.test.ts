import { expect, test } from "vitest";
import { checkAdminPassword, readConfig } from "./config.ts";
import { ConfigError } from "./environment.ts";

test("an empty environment is a valid configuration", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: null,
    shouldSeedDemo: null,
  });
});

test.each([
  ["PORT", "abc"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "ftp://somewhere"],
  ["DATABASE_URL", "mysql://secret@host/db"],
  ["DATABASE_OWNER_URL", "mysql://secret@host/db"],
  ["DATABASE_OWNER_URL", "postgresql://secret@host/db"],
  ["NATS_URL", "secret"],
  ["ADMIN_PASSWORD", "secret-and-lower-case"],
  ["SECRET_KEY", "secret"],
  ["SECRET_KEY", "secret of many words that has a space"],
  ["SMTP_URL", "secret"],
  ["SMTP_TLS", "secret"],
  ["SMTP_TLS", "required"],
  ["ADMIN_EMAIL", "nobody"],
  ["DEMO", "yes"],
  ["LOG_LEVEL", "loud"],
  ["PAGES_PER_SECOND", "0"],
  ["PAGES_PER_SECOND", "1.5"],
  ["BROADCASTS_PER_SECOND", "0"],
  ["CALL_LIMITS_FACTOR", "0"],
  ["STORAGE_PER_PERSON", "much"],
  ["STORAGE_TOTAL", "0GB"],
  ["S3_BUCKET", "No Bucket"],
  ["S3_BUCKET", "bucket-without-a-place"],
  ["S3_ENDPOINT", "https://secret.example"],
  ["S3_ENDPOINT", "secret"],
  ["S3_ACCESS_KEY_ID", "secret"],
  ["S3_SECRET_ACCESS_KEY", "secret"],
  ["GOOGLE_CLIENT_ID", "secret"],
  ["GOOGLE_CLIENT_ID", "sec ret"],
  ["GOOGLE_CLIENT_SECRET", "secret"],
  ["GOOGLE_ISSUER", "https://secret.example"],
  ["GOOGLE_ISSUER", "http://secret.example"],
  ["GOOGLE_ISSUER", "secret"],
  ["TRANSLATOR", "secret"],
  ["TRANSLATOR_URL", "secret"],
  ["TRANSLATOR_URL", "https://secret.example"],
  ["TRANSLATOR_KEY", "sec ret"],
  ["TRANSLATOR_KEY", "secret"],
  ["TRANSLATOR_MONTHLY_CHARACTERS", "0"],
  ["MESSENGER_APP_ID", "secret"],
  ["MESSENGER_APP_ID", "123"],
  ["MESSENGER_APP_SECRET", "sec ret"],
  ["MESSENGER_APP_SECRET", "secret"],
  ["MESSENGER_VERIFY_TOKEN", "secret"],
  ["MESSENGER_VERIFY_TOKEN", "secret-of-sixteen"],
  ["MESSENGER_URL", "http://secret.example"],
  ["MESSENGER_URL", "https://secret.example"],
  ["MESSENGER_DIALOG_URL", "https://secret.example?secret=1"],
  ["MESSENGER_DIALOG_URL", "https://secret.example"],
  ["ZALO_APP_ID", "secret"],
  ["ZALO_APP_ID", "123"],
  ["ZALO_APP_SECRET", "sec ret"],
  ["ZALO_APP_SECRET", "secret"],
  ["ZALO_OA_SECRET", "sec ret"],
  ["ZALO_OA_SECRET", "secret"],
  ["ZALO_OAUTH_URL", "ftp://secret.example"],
  ["ZALO_OAUTH_URL", "https://secret.example"],
  ["ZALO_URL", "http://secret.example"],
  ["ZALO_URL", "https://secret.example"],
  ["ZALO_WINDOW_DAYS", "0"],
  ["ZALO_WINDOW_DAYS", "7"],
])("a wrong %s is reported in one line without its value", (name, value) => {
  const readWrongConfig = () => readConfig({ [name]: value });
  expect(readWrongConfig).toThrow(ConfigError);
  expect(readWrongConfig).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
  expect(readWrongConfig).not.toThrow(/secret/);
});

test.each([
  ...[
    "*",
    "true",
    "1",
    "secret",
    "10",
    "0x0a000001",
    "010.0.0.1",
    "10.0.0.1,",
    "10.0.0.1/33",
    "10.0.0.0/8/8",
  ],
  ...[
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/1",
    "10.0.0.7, 128.0.0.0/1",
    "::ffff:0:0/96",
    "::ffff:0.0.0.0/90",
    "2000::/3",
  ],
])("TRUST_PROXY is not %s", (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY must [a-z][^\n]+\.?$/);
});

test("proxies are trusted by their addresses and networks", () => {
  for (const proxies of [
    "10.0.0.7",
    "10.0.0.0/8,192.0.2.7",
    "fd00::/8",
    "fc00::/7",
    "2001:db8::/32",
    "::ffff:10.0.0.7",
  ])
    expect(readConfig({ TRUST_PROXY: proxies }).trustedProxies).toEqual(proxies.split(","));
  expect(() => readConfig({ TRUST_PROXY: "0.0.0.0/0" })).toThrow(
    "TRUST_PROXY must name the proxies alone: a network this wide would let callers choose their own address.",
  );
});

test("storage sizes are read with their units", () => {
  expect(readConfig({ STORAGE_PER_PERSON: "250MB", STORAGE_TOTAL: "2TB" }).storageQuotas).toEqual({
    perPerson: 250_000_000,
    total: 2_000_000_000_000,
  });
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
});

test("Google is the identity issuer unless another one is configured", () => {
  const clientVariables = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  const expectedGoogleOptions = { clientId: "id", clientSecret: "secret" };
  expect(readConfig(clientVariables).google).toEqual({
    ...expectedGoogleOptions,
    issuer: "https://accounts.google.com",
  });
  const issuer = "http://127.0.0.1:8080";
  expect(readConfig({ ...clientVariables, GOOGLE_ISSUER: issuer }).google).toEqual({
    ...expectedGoogleOptions,
    issuer,
  });
  expect(readConfig({}).google).toBeNull();
});

test("a remote mail server must use TLS, unless SMTP_TLS says otherwise", () => {
  const requiresTls = (SMTP_URL: string, SMTP_TLS?: string) =>
    readConfig({ SMTP_URL, SMTP_TLS }).smtp?.requireTls;
  expect(requiresTls("smtp://mail.example:587")).toBe(true);
  expect(requiresTls("smtp://localhost.mail.example")).toBe(true);
  expect(requiresTls("smtp://mail.example", "optional")).toBe(false);
  for (const host of ["localhost", "127.0.0.1:1025", "[::1]"])
    expect(requiresTls(`smtp://${host}`)).toBe(false);
  expect(requiresTls("smtp://localhost", "required")).toBe(true);
  expect(readConfig({}).smtp).toBeNull();
});

test("an external database or a bus requires a configured key", () => {
  const DATABASE_URL = "postgresql://user:password@host/database";
  for (const externalService of [{ DATABASE_URL }, { NATS_URL: "nats://host" }])
    expect(() => readConfig(externalService)).toThrow(
      new RegExp(`^SECRET_KEY must stand beside ${Object.keys(externalService)[0]}`),
    );
  const secretKeys = ["the-new-key-of-this-installation", "the-old-key-of-this-installation"];
  expect(readConfig({ DATABASE_URL, SECRET_KEY: secretKeys.join(",") }).secretKeys).toEqual(secretKeys);
  expect(readConfig({}).secretKeys).toBeNull();
});

test("a first admin's password that is easy to guess stops the start", async () => {
  const validateAdminPassword = (ADMIN_PASSWORD: string) =>
    checkAdminPassword(readConfig({ ADMIN_EMAIL: "takahashi@kakehashi.example", ADMIN_PASSWORD }));
  for (const weakPassword of ["Password1", "Takahashi2026"])
    await expect(validateAdminPassword(weakPassword)).rejects.toThrow(/^ADMIN_PASSWORD is easy to guess/);
  await validateAdminPassword("Harbour-Lights-88");
});

test("machine translation requires its settings", () => {
  const readConfigWith = (variables: Record<string, string>) => () => readConfig(variables);
  expect(readConfigWith({ TRANSLATOR: "libretranslate" })).toThrow(
    /^TRANSLATOR=libretranslate needs TRANSLATOR_URL/,
  );
  for (const provider of ["deepl", "google", "azure", "openai"])
    expect(readConfigWith({ TRANSLATOR: provider })).toThrow(
      `TRANSLATOR=${provider} needs TRANSLATOR_KEY beside it.`,
    );
  expect(readConfigWith({ TRANSLATOR: "openai", TRANSLATOR_URL: "http://localhost:8080/v1" })).toThrow(
    "TRANSLATOR=openai needs TRANSLATOR_MODEL beside it.",
  );
  const readDeepLUrl = (key: string) => readConfig({ TRANSLATOR: "deepl", TRANSLATOR_KEY: key }).machine?.url;
  expect([readDeepLUrl("a"), readDeepLUrl("a:fx")]).toEqual([
    "https://api.deepl.com",
    "https://api-free.deepl.com",
  ]);
  expect(readConfig({}).machine).toBeNull();
});

test("a platform needs all of its variables, and has its public addresses", () => {
  const messengerVariables = {
    MESSENGER_APP_ID: "1234",
    MESSENGER_APP_SECRET: "app-secret",
    MESSENGER_VERIFY_TOKEN: "verify-0123456789",
  };
  expect(readConfig(messengerVariables).messenger).toEqual({
    appId: "1234",
    appSecret: "app-secret",
    verifyToken: "verify-0123456789",
    url: "https://graph.facebook.com/v25.0",
    dialogUrl: "https://www.facebook.com/v25.0/dialog/oauth",
  });
  const localUrlVariable = { MESSENGER_URL: "http://127.0.0.1:4000/v25.0/" };
  expect(readConfig({ ...messengerVariables, ...localUrlVariable }).messenger?.url).toBe(
    "http://127.0.0.1:4000/v25.0",
  );
  const zaloVariables = { ZALO_APP_ID: "5678", ZALO_APP_SECRET: "app-secret", ZALO_OA_SECRET: "oa-secret" };
  const expectedZaloOptions = {
    appId: "5678",
    appSecret: "app-secret",
    oaSecret: "oa-secret",
    oauthUrl: "https://oauth.zaloapp.com",
    url: "https://openapi.zalo.me",
  };
  expect(readConfig(zaloVariables).zalo).toEqual({ ...expectedZaloOptions, windowDays: 7 });
  expect(readConfig({ ...zaloVariables, ZALO_WINDOW_DAYS: "2" }).zalo).toEqual({
    ...expectedZaloOptions,
    windowDays: 2,
  });
  for (const variables of [messengerVariables, zaloVariables])
    for (const missingVariable of Object.keys(variables))
      expect(() => readConfig({ ...variables, [missingVariable]: undefined })).toThrow(
        new RegExp(`^(MESSENGER|ZALO)_\\w+ needs ${missingVariable} beside it\\.$`),
      );
  expect(readConfig({})).toMatchObject({ messenger: null, zalo: null });
});
