import { randomUUID } from "node:crypto";
import type { Message } from "@kakehashi/contract/messages";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../../app.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createWorld, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;
let services: App["services"];

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  services = server.app.services;
});
afterAll(() => server.close());

/** `npm run unit -- unread` with HISTORIES=10000 takes minutes; this many find a wrong rule in seconds. */
const histories = Number(process.env.HISTORIES ?? 150);

type Step =
  | { act: "send" | "leave" | "join"; who: number }
  | { act: "reply" | "delete" | "read" | "unread"; who: number; which: number };

const who = fc.nat({ max: 2 });
const which = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("send" as const), who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom("delete", "read", "unread"), who, which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("reply" as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("leave", "join"), who }) },
);

/** What unread means, told as simply as it can be: a list, marks, and a count over all of it. */
class Model {
  readonly messages: { author: string; deleted: boolean }[] = [];
  readonly marks = new Map<string, number>();

  unread(userId: string): number {
    const mark = this.marks.get(userId) ?? 0;
    return this.messages.filter(
      ({ author, deleted }, index) => index + 1 > mark && author !== userId && !deleted,
    ).length;
  }
}

test("unread counts agree with the model over every history", { timeout: 3_600_000 }, async () => {
  const owner = world.aiko.id;
  const people = [world.an.id, world.minh.id, world.linh.id];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const room = await services.conversations.startGroup(owner, people, "model");
      const model = new Model();
      const sent: Message[] = [];
      for (const id of [owner, ...people]) model.marks.set(id, 0);
      for (const one of steps) {
        const userId = people[one.who] ?? "";
        const inside = model.marks.has(userId);
        if (one.act === "join") {
          await services.conversations.addMembers(owner, room.id, [userId]);
          if (!inside) model.marks.set(userId, model.messages.length);
        }
        if (!inside) continue;
        if (one.act === "leave") {
          await services.conversations.removeMember(userId, room.id, userId);
          model.marks.delete(userId);
        }
        if (one.act === "send") {
          sent.push(
            await services.messages.send({ userId, writes: "en" }, room.id, {
              client_id: randomUUID(),
              content: "x",
            }),
          );
          model.messages.push({ author: userId, deleted: false });
          model.marks.set(userId, sent.length);
        }
        const target = "which" in one ? sent[one.which % Math.max(sent.length, 1)] : undefined;
        if (!target) continue;
        if (one.act === "reply") {
          const reply = { client_id: randomUUID(), content: "r", parent_id: target.id };
          await services.messages.send({ userId, writes: "en" }, room.id, reply);
        }
        if (one.act === "delete" && target.user_id === userId) {
          await services.messages.remove(userId, room.id, target.id);
          const known = model.messages[target.number - 1];
          if (known) known.deleted = true;
        }
        if (one.act === "read") {
          await services.conversations.markRead(userId, room.id, target.number);
          model.marks.set(userId, Math.max(model.marks.get(userId) ?? 0, target.number));
        }
        if (one.act === "unread") {
          await services.conversations.markUnread(userId, room.id, target.number);
          model.marks.set(userId, target.number - 1);
        }
      }
      for (const userId of model.marks.keys()) {
        const { unread_count, read_number } = await services.conversations.view(userId, room.id);
        expect({ unread_count, read_number }).toEqual({
          unread_count: model.unread(userId),
          read_number: model.marks.get(userId),
        });
      }
    }),
    { numRuns: histories },
  );
});
