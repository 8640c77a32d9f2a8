import { expect, test } from "vitest";
import { ConfigError } from "./environment.ts";
import { migrate } from "./kit/db/migrate.ts";
import { isUnreachableDatabaseError } from "./kit/db/outage.ts";
import { findFreePort } from "./kit/port.ts";
import { waitForService } from "./wait-for.ts";

const loggedLines: string[] = [];
const addLine = (line: string) => void loggedLines.push(line);

test("a service that comes a moment later is waited for, in one line", async () => {
  loggedLines.length = 0;
  let attempts = 0;
  const connectResult = await waitForService({
    environmentVariable: "NATS_URL",
    serviceName: "NATS",
    shouldRetryAfter: () => true,
    reportWaitingStart: addLine,
    pauseMs: 1,
    connect: async () => {
      attempts++;
      if (attempts < 4) throw new Error("connection refused");
      return "there";
    },
  });
  expect([connectResult, attempts]).toEqual(["there", 4]);
  expect(loggedLines).toEqual(["Waiting for NATS (NATS_URL), for up to 60 seconds: connection refused."]);
});

test("a database that never comes stops the start with its variable's name, and without its address", async () => {
  loggedLines.length = 0;
  const port = await findFreePort("127.0.0.1");
  const url = `postgresql://kakehashi:secret@127.0.0.1:${port}/kakehashi`;
  const waitingForServer = waitForService({
    environmentVariable: "DATABASE_URL",
    serviceName: "the database",
    shouldRetryAfter: isUnreachableDatabaseError,
    reportWaitingStart: addLine,
    maximumWaitMs: 30,
    pauseMs: 10,
    connect: () => migrate(url, import.meta.dirname),
  });
  const error = await waitingForServer.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toMatch(/^DATABASE_URL: the database cannot be reached .*ECONNREFUSED/);
  expect(`${loggedLines}${(error as Error).message}`).not.toContain("secret");
  expect(loggedLines).toHaveLength(1);
});

test("an error that waiting cannot solve stops the start at once", async () => {
  loggedLines.length = 0;
  const waitWithWrongPassword = waitForService({
    environmentVariable: "DATABASE_URL",
    serviceName: "the database",
    shouldRetryAfter: isUnreachableDatabaseError,
    reportWaitingStart: addLine,
    connect: async () => {
      throw Object.assign(new Error("password authentication failed"), { code: "28P01" });
    },
  });
  await expect(waitWithWrongPassword).rejects.toThrow("password authentication failed");
  expect(loggedLines).toEqual([]);
});
