import type { SettingsChange } from "@kakehashi/contract/account-settings";
import type { Language } from "@kakehashi/contract/languages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { Account, AccountType, Role, UserSummary, UserWithProfileId } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import * as store from "./store.ts";

export { type LockedAdmin, lockAdmins, lockAdminsAndRequireAdmin, setRole } from "./admins.ts";
export {
  createDeletedNamesRemover,
  type DeletedNamesRemover,
  removeDeletedNamesFromText as withoutDeletedNames,
} from "./deleted-names.ts";
export {
  foldedRoomNamesSql,
  knowsLanguageCondition,
  nameContainsWordsCondition,
  partnerJsonSql,
  personColumnNames,
  personColumns,
  personColumnsWithoutId,
  personJson,
  personJsonArguments,
  roomNameSql,
} from "./person.ts";
export {
  addPersonWithoutAccount,
  changePersonWithoutAccount,
  findLanguageSpeaker,
  removeUnusedPeopleWithoutAccount,
} from "./store.ts";

export type Users = ReturnType<typeof createUsers>;

export interface UserDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
}

export function createUsers({ db, events, live }: UserDependencies) {
  events.on("AccountChanged", ({ userId }) => {
    const event: PersonalEvent = { type: "ACCOUNT_CHANGED" };
    live.toUser(userId, event);
  });

  async function getAccount(userId: string): Promise<Account> {
    const account = await store.findAccount(db, userId);
    if (!account) throw createNotFoundError();
    return account;
  }

  async function reloadAccount(userId: string): Promise<Account> {
    events.publish("SettingsChanged", { userId });
    return getAccount(userId);
  }

  return {
    getAccount,

    /** Whether all of these ids belong to people who are not deleted. */
    findSummaries: async (ids: readonly string[]) =>
      ids.length === 0 || (await store.countExistingUsers(db, ids)) === new Set(ids).size,

    async listSummaries(ids: readonly string[]): Promise<UserSummary[]> {
      return ids.length === 0 ? [] : store.findSummaries(db, ids);
    },

    /** Returns the `UserWithProfileId` of each of these people (docs/rules.md). */
    listProfiles: (ids: readonly string[]): Promise<UserWithProfileId[]> =>
      store.findSummariesWithProfileIds(db, ids),

    search(
      userId: string,
      search: { search: string; role?: Role | undefined; language?: Language | undefined },
    ) {
      return store.searchSummaries(db, {
        text: search.search,
        role: search.role,
        language: search.language,
        excludedUserId: userId,
      });
    },

    async setInterfaceLanguage(userId: string, language: Language): Promise<Account> {
      await store.updateUser(db, userId, { interface_language: language });
      return reloadAccount(userId);
    },

    async setWorkingLanguage(userId: string, language: Language): Promise<Account> {
      await store.updateUser(db, userId, { working_language: language });
      return reloadAccount(userId);
    },

    async setLanguages(userId: string, languages: readonly Language[]): Promise<Account> {
      await store.updateUser(db, userId, { languages: [...new Set(languages)] });
      return reloadAccount(userId);
    },

    /**
     * Stores the role or account type that a person chooses. Throws if an admin has already decided about the person's
     * profile or still has to, because that decision is based on the earlier choice.
     */
    async storeChoice(
      userId: string,
      roleChoice: { role: Role } | { account_type: AccountType },
    ): Promise<Account> {
      if (!(await store.updateRoleOrAccountType(db, userId, roleChoice))) throw new AppError("USER.CHOSEN");
      return reloadAccount(userId);
    },

    async updateSettings(userId: string, change: SettingsChange): Promise<Account> {
      await store.mergeSettings(db, userId, change);
      return reloadAccount(userId);
    },

    /**
     * Stores the time zone of the device. The person's other devices get no event about it. Otherwise two devices in
     * different time zones would overwrite each other's value endlessly.
     */
    async setDeviceTimeZone(userId: string, timeZone: string): Promise<Account> {
      await store.updateUser(db, userId, { device_time_zone: timeZone });
      return getAccount(userId);
    },
  };
}
