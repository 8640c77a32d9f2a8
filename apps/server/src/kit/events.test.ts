import { expect, test } from "vitest";
import { createTestLog } from "../test/log.ts";
import { createEvents } from "./events.ts";

interface TestFacts {
  Opened: { door: string };
  Closed: { door: string };
}

test("listeners hear what was published, in the order in which they were added", () => {
  const events = createEvents<TestFacts>(createTestLog());
  const calls: string[] = [];
  events.on("Opened", ({ door }) => void calls.push(`first ${door}`));
  events.on("Opened", ({ door }) => void calls.push(`second ${door}`));
  events.publish("Closed", { door: "front" });
  events.publish("Opened", { door: "back" });
  expect(calls).toEqual(["first back", "second back"]);
});

test("what a listener publishes is told to everybody after what it heard", () => {
  const events = createEvents<TestFacts>(createTestLog());
  const calls: string[] = [];
  events.on("Opened", ({ door }) => events.publish("Closed", { door }));
  events.on("Opened", () => void calls.push("opened"));
  events.on("Closed", () => void calls.push("closed"));
  events.publish("Opened", { door: "back" });
  expect(calls).toEqual(["opened", "closed"]);
});

test("a listener that throws, or rejects, is logged and stops nobody", async () => {
  const errors: unknown[] = [];
  const events = createEvents<TestFacts>(createTestLog((error) => errors.push(error)));
  const [thrownError, rejectionError] = [new Error("thrown"), new Error("rejected")];
  const calls: string[] = [];
  events.on("Opened", () => {
    throw thrownError;
  });
  events.on("Opened", () => Promise.reject(rejectionError));
  events.on("Opened", ({ door }) => void calls.push(door));
  events.publish("Opened", { door: "back" });
  events.publish("Opened", { door: "front" });
  expect(calls).toEqual(["back", "front"]);
  await expect.poll(() => errors).toEqual([thrownError, thrownError, rejectionError, rejectionError]);
});

test("a listener that fails in the transaction of the cause rolls it back", async () => {
  const events = createEvents<TestFacts>(createTestLog());
  const tx = {} as never;
  const writtenFacts: unknown[] = [];
  events.onWrite("Opened", async (fact, { door }) => void writtenFacts.push(fact, door));
  await events.write(tx, "Opened", { door: "back" });
  expect(writtenFacts).toEqual([tx, "back"]);
  events.onWrite("Opened", () => Promise.reject(new Error("no room")));
  await expect(events.write(tx, "Opened", { door: "back" })).rejects.toThrow("no room");
});
