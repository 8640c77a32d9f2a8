import { randomUUID } from "node:crypto";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { Role } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp, unknownIdParams } from "./test/app.ts";
import { addSignedInPerson, type TestPerson } from "./test/world.ts";

const callerNames = ["anonymous", "user", "dev", "comtor", "brse", "company", "admin", "blocked"] as const;
type CallerName = (typeof callerNames)[number];

let server: TestApp;
const peopleByCaller = new Map<CallerName, TestPerson>();

async function signInAs(caller: Exclude<CallerName, "anonymous">): Promise<TestPerson> {
  const role: Role = caller === "blocked" ? "dev" : caller;
  const person = await addSignedInPerson(server, {
    email: `${randomUUID()}@kakehashi.example`,
    name: caller,
    role,
    language: "en",
  });
  if (caller === "blocked") {
    await server.db.pool.query("update users set blocked_at = now() where id = $1", [person.id]);
    server.bus.publish("auth.user-changed", person.id);
  }
  return person;
}

beforeAll(async () => {
  server = await createTestApp();
  for (const caller of callerNames)
    if (caller !== "anonymous") peopleByCaller.set(caller, await signInAs(caller));
});
afterAll(() => server.close());

/**
 * Returns the error that an endpoint with this guard must send to this person. Null if the guard must let the person
 * in.
 */
function expectedRefusalOf(guard: Endpoint["guard"], caller: CallerName): string | null {
  if (guard === "anyone") return null;
  if (caller === "anonymous") return "401 ERR.TOK0101";
  if (guard === "admin" && caller !== "admin") return "403 ERR.FORBIDDEN";
  if (guard === "active" && caller === "blocked") return "403 ERR.BLOCKED";
  return null;
}

test("every endpoint answers every kind of caller as its guard in the contract says", async () => {
  const { endpoints } = server.app;
  expect(endpoints.length).toBeGreaterThan(80);
  const wrongAnswers: string[] = [];
  for (const endpoint of endpoints) {
    for (const caller of callerNames) {
      const isSignOut = endpoint.path.startsWith("/sign-out") && caller !== "anonymous";
      const token = (isSignOut ? await signInAs(caller) : peopleByCaller.get(caller))?.tokens.access_token;
      // The request has no body. If the guard lets the person in, the error is about the row or the input.
      const { status, error } = await callApi(server.app, endpoint, { ...unknownIdParams(endpoint), token });
      const answerText = `${status} ${error?.code ?? ""}`.trim();
      const expectedRefusal = expectedRefusalOf(endpoint.guard, caller);
      const isRefusedByGuard = ["401 ERR.TOK0101", "403 ERR.FORBIDDEN", "403 ERR.BLOCKED"].includes(
        answerText,
      );
      if (expectedRefusal === null ? isRefusedByGuard || status >= 500 : answerText !== expectedRefusal) {
        wrongAnswers.push(
          `${endpoint.method} ${endpoint.path} as ${caller}: ${answerText}, not ${expectedRefusal ?? "let through"}`,
        );
      }
    }
  }
  expect(wrongAnswers).toEqual([]);
}, 60_000);

test("what changes something is never open to a blocked account, but for what is its own", () => {
  const endpointsForBlockedPeople = new Set([
    "/users/language/setting",
    "/users/language/working",
    "/users/settings",
    "/users/device_time_zone",
    "/users/sessions/:id",
    "/sign-out/everywhere",
    "/password/change",
    "/users/email-change",
    "/users/export",
    "/users/deletion",
    // Endpoints for the person's own devices and second sign-in step. Blocked people may use them, too.
    "/push/subscriptions",
    "/push/subscriptions/:id",
    "/users/two-step/setup",
    "/users/two-step/confirm",
    "/users/two-step/recovery-codes",
    "/users/two-step/off",
    "/users/identities/google",
    // Endpoints for the person's own conversation settings, drafts and files, and for leaving a conversation.
    "/conversations/:id/pin",
    "/conversations/:id/turn-off-notification",
    "/conversations/:id/notify_about",
    "/conversations/:id/draft",
    "/conversations/:id/members",
    "/files/:id",
    "/drive/:id",
    "/drive/:id/restore",
    "/drive/trash/empty",
  ]);
  const unblockedPaths = server.app.endpoints
    .filter(({ method, guard }) => method !== "GET" && guard === "signed-in")
    .map(({ path }) => path)
    .filter((path) => !endpointsForBlockedPeople.has(path) && !/mark_read|mark_unread|read/.test(path));
  expect(unblockedPaths).toEqual([]);
});
