import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Notifications } from "../notifications/service.ts";
import * as requestStore from "./request-store.ts";
import { type BotTextsSnapshot, listTextsWaitingForTranslation, listTranslatorsInto } from "./sight.ts";

type NotificationWriter = Pick<Notifications, "write" | "announce">;

/**
 * Ends a bot's translation request if no text waits for a translation any more, and notifies the person who made the
 * request. Call the returned function after the commit.
 */
export async function endRequestIfDone(
  notifications: NotificationWriter,
  tx: Kysely<DB>,
  view: BotTextsSnapshot,
  request: requestStore.BotTextRequest,
  userId: string,
): Promise<() => Promise<void>> {
  const doNothing = async () => {};
  if (request.done_at !== null || listTextsWaitingForTranslation(view, request.language).length > 0)
    return doNothing;
  const { bot } = view;
  await requestStore.endBotTextRequest(tx, bot.id, request.language);
  const isRequesterMemberOfBot = bot.people.some(({ user }) => user.id === request.asked_by.id);
  if (request.asked_by.id === userId || !isRequesterMemberOfBot) return doNothing;
  const id = await notifications.write(tx, {
    userId: request.asked_by.id,
    type: "BOT_TEXTS_TRANSLATED",
    actorId: userId,
    data: { bot: { id: bot.id, name: bot.name }, language: request.language },
  });
  return () => notifications.announce([id]);
}

/**
 * Notifies the bot's translators of a new translation request, except the person who made it. Returns the ids of the
 * notifications.
 */
export async function notifyTranslators(
  notifications: NotificationWriter,
  tx: Kysely<DB>,
  view: BotTextsSnapshot,
  userId: string,
  language: Language,
): Promise<string[]> {
  const { id, name } = view.bot;
  const notificationIds: string[] = [];
  for (const translator of listTranslatorsInto(view, language))
    if (translator.id !== userId)
      notificationIds.push(
        await notifications.write(tx, {
          userId: translator.id,
          type: "BOT_TEXTS_ASKED",
          actorId: userId,
          data: { bot: { id, name }, language },
        }),
      );
  return notificationIds;
}
