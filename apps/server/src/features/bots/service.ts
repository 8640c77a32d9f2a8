import { Readable } from "node:stream";
import { type BotAction, type BotPart, canCreateBot, canWithBot } from "@kakehashi/contract/bot-permissions";
import {
  type Bot,
  type BotBody,
  type BotChange,
  maximumBotPeople,
  maximumBots,
} from "@kakehashi/contract/bots";
import type { BotFile } from "@kakehashi/contract/flows/file";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { Download } from "../../kit/http/download.ts";
import type { PublicRequest } from "../../kit/http/public-fetch.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { record } from "../audit/service.ts";
import { fileOf, withNewIds } from "./file.ts";
import { insertFlow, listDrafts } from "./flow-store.ts";
import { createFlows, type Person } from "./flows.ts";
import { botRoutes } from "./routes.ts";
import { createSessions } from "./sessions.ts";
import * as store from "./store.ts";

export interface BotParts {
  db: Kysely<DB>;
  jobs: Jobs;
  /** For tests: which addresses a story may call. */
  allow?: PublicRequest["allow"];
}

export type Bots = ReturnType<typeof createBots>;

/** Bots: who works on them, and what they say. */
export function createBots({ db, jobs, allow }: BotParts) {
  async function find(
    executor: Kysely<DB>,
    reader: store.Reader,
    id: string,
    action: BotAction,
    isLocked = false,
  ): Promise<Bot> {
    const found = await store.findBot(executor, reader, id, isLocked);
    if (!found) throw notFound();
    if (!canWithBot(found.part, action)) throw new AppError("ERR.FORBIDDEN");
    return found;
  }

  const sessions = createSessions({ db, jobs, ...(allow && { allow }) });

  const view = (reader: store.Reader, id: string): Promise<Bot> => find(db, reader, id, "read");

  /** Creates a bot with the drafts of stories, whose ids are new already. */
  async function create(
    person: Person & { role: Role },
    settings: store.BotSettings,
    stories: ReturnType<typeof withNewIds> = [],
  ): Promise<Bot> {
    if (!canCreateBot(person.role)) throw new AppError("ERR.FORBIDDEN");
    const { userId } = person;
    const id = newId();
    await db.transaction().execute(async (tx) => {
      if ((await store.countOfCreator(tx, userId)) >= maximumBots) throw new AppError("BOT.TOO_MANY");
      await store.insertBot(tx, { id, userId }, settings);
      for (const story of stories)
        await insertFlow(tx, { id: story.id, botId: id, userId, name: story.name }, story.flow);
      await record(tx, person, "bot.create", id, { title: settings.name });
    });
    return view(person, id);
  }

  return {
    view,
    flows: createFlows({ db, find }),
    sessions,

    async list(
      reader: store.Reader,
      query: { page: number; paging: number; search?: string | undefined; archived: boolean },
    ) {
      const { page, paging, ...filter } = query;
      const offset = (page - 1) * paging;
      const { bots, total } = await store.listBots(db, reader, filter, { offset, limit: paging });
      return { data: bots, meta: { page, paging, total, has_more: offset + bots.length < total } };
    },

    create: (person: Person & { role: Role }, body: BotBody): Promise<Bot> => create(person, body),

    async change(person: Person, id: string, change: BotChange): Promise<Bot> {
      await db.transaction().execute(async (tx) => {
        const before = await find(tx, person, id, "edit", true);
        const { start_flow_id } = change;
        if (start_flow_id) {
          const stories = await listDrafts(tx, id);
          if (!stories.some((story) => story.id === start_flow_id))
            throw new AppError("ERR.INPUT", { fields: { start_flow_id: "choice" } });
        }
        await store.updateBot(tx, id, change);
        await record(tx, person, "bot.change", id, { title: before.name, fields: Object.keys(change) });
      });
      return view(person, id);
    },

    async remove(person: Person, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { name } = await find(tx, person, id, "manage", true);
        await store.deleteBot(tx, id);
        await record(tx, person, "bot.remove", id, { title: name });
      });
    },

    async duplicate(person: Person & { role: Role }, id: string, name: string): Promise<Bot> {
      const bot = await view(person, id);
      return create(person, { ...bot, name }, withNewIds(await listDrafts(db, id)));
    },

    async file(reader: store.Reader, id: string): Promise<Download> {
      const bot = await find(db, reader, id, "edit");
      const bytes = Buffer.from(JSON.stringify(fileOf(bot, await listDrafts(db, id)), null, 1));
      return new Download({
        etag: `${id}-${bot.updated_at}`,
        type: "application/json; charset=utf-8",
        size: bytes.length,
        name: `${bot.name}.json`,
        inline: false,
        open: async (range) =>
          Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false }),
      });
    },

    import: (person: Person & { role: Role }, { bot, flows }: BotFile): Promise<Bot> =>
      create(person, bot, withNewIds(flows)),

    async setPerson(person: Person, id: string, userId: string, part: BotPart): Promise<Bot> {
      await db.transaction().execute(async (tx) => {
        const { people, name } = await find(tx, person, id, "manage", true);
        if (!(await store.isPerson(tx, userId))) throw notFound();
        if (part !== "OWNER" && !store.hasOtherOwner(people, userId)) throw new AppError("BOT.LAST_OWNER");
        if (people.length >= maximumBotPeople && !people.some(({ user }) => user.id === userId))
          throw new AppError("BOT.TOO_MANY_PEOPLE");
        await store.setPart(tx, id, userId, part);
        await record(tx, person, "bot.people", id, { title: name, user_id: userId, part });
      });
      return view(person, id);
    },

    async removePerson(person: Person, id: string, userId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { people, name } = await find(
          tx,
          person,
          id,
          userId === person.userId ? "read" : "manage",
          true,
        );
        const present = people.find(({ user }) => user.id === userId);
        if (!present) throw notFound();
        if (present.part === "OWNER" && !store.hasOtherOwner(people, userId))
          throw new AppError("BOT.LAST_OWNER");
        await store.removePart(tx, id, userId);
        await record(tx, person, "bot.people", id, { title: name, user_id: userId, part: null });
      });
    },

    /** A deleted person's bots go, unless somebody else has a part in them, who becomes the owner if nobody is. */
    removeDeletedPerson: (userId: string): Promise<void> => store.removePerson(db, userId),

    /** Deletes sessions that are past their time and returns how many. */
    prune: (): Promise<number> => sessions.prune(),

    routes({ route }: Router): void {
      botRoutes(route, this);
    },
  };
}
