import type { ActionOnBot, BotRole } from "@kakehashi/contract/bot-permissions";
import { type Bot, maximumPeoplePerBot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Notifications } from "../notifications/service.ts";
import * as peopleStore from "./people-store.ts";
import type { BotActor } from "./person.ts";
import type * as store from "./store.ts";

export interface PeopleDependencies {
  db: Kysely<DB>;
  /** Called with the bot's id after the people of the bot have changed. */
  onPeopleChange(id: string): void;
  events: Pick<Events, "write">;
  notifications: Pick<Notifications, "write" | "announce">;
  /**
   * Returns and locks the bot if the reader's role on it allows the given action. Throws "not found" or "forbidden"
   * otherwise.
   */
  findBot(
    executor: Kysely<DB>,
    reader: store.BotReader,
    id: string,
    action: ActionOnBot,
    isLocked?: boolean,
  ): Promise<Bot>;
}

/** Manages the people who work on bots. A bot always has an owner. */
export function createBotPeople({
  db,
  events,
  notifications,
  onPeopleChange: onChange,
  findBot: find,
}: PeopleDependencies) {
  return {
    /** Adds a person to a bot, or changes whether the person is an owner, editor or agent. */
    async set(person: BotActor, id: string, userId: string, botRole: BotRole): Promise<Bot> {
      const notices = await db.transaction().execute(async (tx) => {
        const { people, name } = await find(tx, person, id, "manage", true);
        if (!(await peopleStore.canBeAddedToBots(tx, userId))) throw createNotFoundError();
        if (botRole !== "OWNER" && !peopleStore.hasOtherOwner(people, userId))
          throw new AppError("BOT.LAST_OWNER");
        if (people.length >= maximumPeoplePerBot && !people.some(({ user }) => user.id === userId))
          throw new AppError("BOT.TOO_MANY_PEOPLE");
        await peopleStore.setBotRole(tx, id, userId, botRole);
        await recordAudit(tx, person, "bot.people", id, { title: name, user_id: userId, part: botRole });
        if (userId === person.userId || people.some(({ user }) => user.id === userId)) return [];
        const data = { bot: { id, name } };
        return [
          await notifications.write(tx, { userId, type: "BOT_PERSON_ADDED", actorId: person.userId, data }),
        ];
      });
      await notifications.announce(notices);
      onChange(id);
      return find(db, person, id, "read");
    },

    /** Removes a person from a bot. Everybody may remove themselves. */
    async remove(person: BotActor, id: string, userId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const action = userId === person.userId ? "read" : "manage";
        const { people, name } = await find(tx, person, id, action, true);
        const botPerson = people.find(({ user }) => user.id === userId);
        if (!botPerson) throw createNotFoundError();
        if (botPerson.part === "OWNER" && !peopleStore.hasOtherOwner(people, userId))
          throw new AppError("BOT.LAST_OWNER");
        await peopleStore.removeBotPerson(tx, id, userId);
        await events.write(tx, "BotPersonRemoved", { botId: id, userId });
        await recordAudit(tx, person, "bot.people", id, { title: name, user_id: userId, part: null });
      });
      onChange(id);
    },
  };
}
