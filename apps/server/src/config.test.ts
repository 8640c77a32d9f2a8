import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("nothing set is a working configuration", () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: "127.0.0.1", databaseUrl: null, demo: null });
});

test.each([
  ["PORT", "abc"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "ftp://somewhere"],
  ["DATABASE_URL", "mysql://secret@host/db"],
  ["NATS_URL", "secret"],
  ["SMTP_URL", "secret"],
  ["ADMIN_EMAIL", "nobody"],
  ["DEMO", "yes"],
  ["LOG_LEVEL", "loud"],
  ["PAGES_PER_SECOND", "0"],
  ["PAGES_PER_SECOND", "1.5"],
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
])("a wrong %s is named in one line, and its value kept out of it", (name, value) => {
  const attempt = () => readConfig({ [name]: value });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
  expect(attempt).not.toThrow(/secret/);
});

test("an empty variable is an absent one", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
});

test("Google's own issuer is asked unless another is named", () => {
  const client = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  const google = { clientId: "id", clientSecret: "secret" };
  expect(readConfig(client).google).toEqual({ ...google, issuer: "https://accounts.google.com" });
  const issuer = "http://127.0.0.1:8080";
  expect(readConfig({ ...client, GOOGLE_ISSUER: issuer }).google).toEqual({ ...google, issuer });
  expect(readConfig({}).google).toBeNull();
});
