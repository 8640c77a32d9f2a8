import type { Notification } from "@kakehashi/contract/notifications";
import { expect, test } from "vitest";
import { createNotificationPath, notificationTextKeyOf } from "./sentence.ts";

const kenji = { id: "kenji" } as NonNullable<Notification["actor"]>;
const addedNotification = { type: "HOST_JOIN_PROJECT", actor: kenji, data: {} } as Notification;

test("A new host reads that they are the host, and others read the host's name", () => {
  expect(notificationTextKeyOf(addedNotification, "kenji")).toBe("HOST_JOIN_PROJECT_YOU");
  expect(notificationTextKeyOf(addedNotification, "aiko")).toBe("HOST_JOIN_PROJECT");
  expect(notificationTextKeyOf({ ...addedNotification, actor: null }, undefined)).toBe("HOST_JOIN_PROJECT");
});

const addressFor = (type: Notification["type"]) =>
  createNotificationPath({ type, data: { project: { id: "p1", name: "Sakura" } } } as Notification);

test("An application opens where it is answered, another notification of a project its page", () => {
  expect(
    (
      [
        "DEVELOPER_JOIN_PROJECT",
        "COMMUNICATOR_APPLY_PROJECT",
        "BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT",
      ] as const
    ).map(addressFor),
  ).toEqual(Array.from({ length: 3 }, () => "/projects/p1/members?tab=applicants"));
  expect(
    (["INVITE_DEVELOPER", "JOIN_PROJECT", "DEVELOPER_CANCEL_JOIN_PROJECT"] as const).map(addressFor),
  ).toEqual(Array.from({ length: 3 }, () => "/projects/p1"));
});

test("A translator's question says that it is one", () => {
  const question = { type: "REPLY", actor: kenji, data: { asks_author: true } } as Notification;
  expect(notificationTextKeyOf(question, "aiko")).toBe("QUESTION");
  expect(notificationTextKeyOf({ ...question, data: { asks_author: true, place: "Sakura" } }, "aiko")).toBe(
    "QUESTION_IN",
  );
});

test("Translated texts of a bot open its settings, which also a bot without a story has", () => {
  expect(
    createNotificationPath({
      type: "BOT_TEXTS_TRANSLATED",
      data: { bot: { id: "b1", name: "Salon" } },
    } as Notification),
  ).toBe("/bots/b1#bot-translations");
});

test("A request for translations of a bot's texts opens the desk there, and being added to a bot opens the bot", () => {
  const notice = { data: { bot: { id: "b1", name: "Salon" }, language: "vi" } };
  expect(createNotificationPath({ ...notice, type: "BOT_TEXTS_ASKED" } as Notification)).toBe(
    "/translations/bot?bot=b1&to=vi",
  );
  expect(createNotificationPath({ ...notice, type: "BOT_PERSON_ADDED" } as Notification)).toBe("/bots/b1");
});
