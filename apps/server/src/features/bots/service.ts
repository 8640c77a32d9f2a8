import { type ActionOnBot, canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot, BotChangeBody } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { RequestToPublicUrl } from "../../kit/http/public-fetch.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Keyring } from "../../kit/secrets.ts";
import { recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Profiles } from "../profiles/service.ts";
import { createArticles } from "./articles.ts";
import { findOrCreateAuthor } from "./author.ts";
import { createBotCreationService } from "./bot-creation.ts";
import { createCannedAnswers } from "./canned.ts";
import { deleteDraftsOfRemovedFlows, listFlowIds } from "./flow-store.ts";
import { createFlows } from "./flows.ts";
import { createBotFiles } from "./own-files.ts";
import { createBotPeople } from "./people.ts";
import * as peopleStore from "./people-store.ts";
import type { BotActor } from "./person.ts";
import { createPhrases } from "./phrases.ts";
import { createBotPicture } from "./picture.ts";
import { createBotRemoval } from "./removal.ts";
import { createRequestSecretSettings } from "./request-secret.ts";
import { createRequestSecrets } from "./request-signature.ts";
import { createSessionViews } from "./session-views.ts";
import { createSessions } from "./sessions.ts";
import * as store from "./store.ts";
import { createStoryEditorPresence } from "./story-editor-presence.ts";

export interface BotDependencies {
  db: Kysely<DB>;
  events: Pick<Events, "write">;
  jobs: Jobs;
  bus: Bus;
  keyring: Keyring;
  log: Log;
  live: Pick<Live, "toUser" | "watchClients">;
  notifications: Pick<Notifications, "write" | "announce">;
  files: Pick<Files, "quota" | "botFiles" | "outside" | "staging" | "uploadTurn">;
  /** The URL of the site, without a trailing slash. */
  publicUrl: string;
  profiles: Pick<Profiles, "botPictures">;
  /** Only for tests: addresses to which a story may send requests although they are not public. */
  allow?: RequestToPublicUrl["allow"];
}

export { type BotMessageKey, clientIdOfBotMessage } from "./bot-message-key.ts";
export type { OutsideSender } from "./outlet.ts";
export type { OutsideMessage } from "./outside-message.ts";
export type { TalkSession, Talks, TalkTurn } from "./talks.ts";
export { findTodaysDate } from "./todays-date.ts";
export { visitorNameVariablePattern as nameVariablePattern } from "./told-name.ts";
export { createFileMessageId as fileMessageIdOf } from "./visitor-files.ts";
export type Bots = ReturnType<typeof createBots>;

/** The feature `bots`: the people, settings, stories, phrases, articles and sessions of bots. */
export function createBots({
  db,
  events,
  jobs,
  bus,
  keyring,
  live,
  log,
  ...otherDependencies
}: BotDependencies) {
  const { allow, publicUrl } = otherDependencies;
  const { quota, botFiles } = otherDependencies.files;
  const secrets = createRequestSecrets(db, keyring);

  async function findBot(
    executor: Kysely<DB>,
    reader: store.BotReader,
    id: string,
    action: ActionOnBot,
    shouldLock = false,
  ): Promise<Bot> {
    const foundBot = await store.findBot(executor, reader, id, shouldLock);
    if (!foundBot) throw createNotFoundError();
    if (!canDoWithBot(foundBot.part, action)) throw new AppError("ERR.FORBIDDEN");
    return foundBot;
  }

  const picture = createBotPicture({
    db,
    pictures: otherDependencies.profiles.botPictures,
    find: findBot,
    authorOf: findOrCreateAuthor,
  });
  const phrases = createPhrases({ db, live, quota, findBot });
  const botRemoval = createBotRemoval({ db, jobs });
  const botLog = log.child({ feature: "bots" });
  const storyEditors = createStoryEditorPresence({ db, bus, live, log: botLog });
  const sessions = createSessions({
    db,
    jobs,
    bus,
    phrases,
    secrets,
    log: botLog,
    maximumTalkBytes: quota.bounds.talks,
    files: otherDependencies.files,
    ...(allow && { allow }),
  });

  const viewBot = (reader: store.BotReader, id: string): Promise<Bot> => findBot(db, reader, id, "read");

  const botCreation = createBotCreationService({
    db,
    quota,
    botFiles,
    publicUrl,
    picture,
    insertPhrases: phrases.insertAll,
    find: findBot,
  });

  return {
    view: viewBot,
    /** Returns the bot if the reader's role on it allows `action`. Throws "not found" or "forbidden" otherwise. */
    require: (executor: Kysely<DB>, reader: store.BotReader, id: string, action: ActionOnBot): Promise<Bot> =>
      findBot(executor, reader, id, action),
    /**
     * Returns the bot if the reader's role on it allows `action`. Locks the bot and its list of people against changes
     * until the transaction ends. `shouldLockExclusively` makes other calls of `requireIn` for this bot wait. To avoid
     * deadlocks, call this before the transaction takes other locks.
     */
    async requireIn(
      tx: Kysely<DB>,
      reader: store.BotReader,
      id: string,
      action: ActionOnBot,
      shouldLockExclusively = false,
    ): Promise<Bot> {
      if (!shouldLockExclusively) await store.lockBotAgainstChanges(tx, id);
      return findBot(tx, reader, id, action, shouldLockExclusively);
    },
    /**
     * Returns the id of the person who created the bot. The bytes of the talks with the bot's visitors count towards
     * this person's limit for talks.
     */
    creatorOf: (id: string): Promise<string> => store.findBotCreatorId(db, id),
    authorOf: findOrCreateAuthor,
    people: createBotPeople({
      db,
      events,
      notifications: otherDependencies.notifications,
      onPeopleChange: storyEditors.peopleChanged,
      findBot,
    }),
    /** Returns the ids of everybody who works on the bot. */
    peopleOf: (id: string): Promise<string[]> => peopleStore.listBotPeopleIds(db, id),
    flows: createFlows({ db, live, quota, botFiles, findBot }),
    phrases,
    articles: createArticles({ db, live, quota, botFiles, findBot }),
    ownFiles: createBotFiles({ db, botFiles, find: findBot }),
    canned: createCannedAnswers({ db, live, quota, findBot }),
    sessions,
    sessionViews: createSessionViews({ db, find: findBot }),
    requestSecrets: createRequestSecretSettings({ db, secrets, find: findBot }),

    async list(
      reader: store.BotReader,
      query: { page: number; paging: number; search?: string | undefined; archived: boolean },
    ) {
      const { page, paging, ...filter } = query;
      const offset = (page - 1) * paging;
      const { bots, total } = await store.listBots(db, reader, filter, { offset, limit: paging });
      return { data: bots, meta: { page, paging, total, has_more: offset + bots.length < total } };
    },

    ...botCreation,

    async change(person: BotActor, id: string, change: BotChangeBody): Promise<Bot> {
      await db.transaction().execute(async (tx) => {
        const previousBot = await findBot(tx, person, id, "edit", true);
        const { start_flow_id } = change;
        if (start_flow_id && !(await listFlowIds(tx, id)).has(start_flow_id))
          throw new AppError("ERR.INPUT", { fields: { start_flow_id: "choice" } });
        await store.updateBot(tx, id, change);
        await recordAudit(tx, person, "bot.change", id, {
          title: previousBot.name,
          fields: Object.keys(change),
        });
      });
      return viewBot(person, id);
    },

    async remove(person: BotActor, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { name } = await findBot(tx, person, id, "manage", true);
        await botRemoval.begin(tx, [id]);
        await recordAudit(tx, person, "bot.remove", id, { title: name });
      });
    },

    async setPicture(person: BotActor, id: string, bytes: Uint8Array): Promise<Bot> {
      await picture.set(person, id, bytes);
      return viewBot(person, id);
    },
    async removePicture(person: BotActor, id: string): Promise<Bot> {
      await picture.remove(person, id);
      return viewBot(person, id);
    },

    /**
     * Deletes the bots of a deleted person on which nobody else works. A bot on which other people work stays. If it
     * has lost its only owner, one of these people becomes its owner.
     */
    removeDeletedPerson: (userId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await botRemoval.begin(tx, await peopleStore.listSoloBotIds(tx, userId));
        await peopleStore.removePersonFromAllBots(tx, userId);
      }),

    /** Registers a step that deletes another feature's data together with a bot. */
    addRemovalStep: botRemoval.addStep,

    /**
     * Deletes sessions that nobody has used for `retentionPeriods.botTalkDays`. Then deletes the saved drafts of
     * deleted stories that no session runs any more. Returns the number of deleted sessions.
     */
    async prune(): Promise<number> {
      const count = await sessions.prune();
      await deleteDraftsOfRemovedFlows(db, null);
      return count;
    },

    close(): void {
      storyEditors.close();
      sessions.close();
    },
  };
}
