import { setDeviceTimeZone, updateSettings } from "@kakehashi/contract/account-settings";
import {
  chooseAccountType,
  chooseRole,
  getAccount,
  listUsersByIds,
  searchUsers,
  setInterfaceLanguage,
  setIsCompany,
  setKnownLanguages,
  setWorkingLanguage,
} from "@kakehashi/contract/users";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createUsers, type UserDependencies, type Users } from "./service.ts";

export function defineUserRoutes(route: DefineRoute, users: Users): void {
  route(getAccount, async ({ actor }) => ({ data: await users.getAccount(actor.userId) }));
  route(listUsersByIds, async (_, { query }) => ({ data: await users.listProfiles(query.ids) }));
  route(searchUsers, async ({ actor }, { query }) => ({ data: await users.search(actor.userId, query) }));
  route(setInterfaceLanguage, async ({ actor }, { body }) => ({
    data: await users.setInterfaceLanguage(actor.userId, body.language),
  }));
  route(setWorkingLanguage, async ({ actor }, { body }) => ({
    data: await users.setWorkingLanguage(actor.userId, body.language),
  }));
  route(setKnownLanguages, async ({ actor }, { body }) => ({
    data: await users.setLanguages(actor.userId, body.languages),
  }));
  route(setDeviceTimeZone, async ({ actor }, { body }) => ({
    data: await users.setDeviceTimeZone(actor.userId, body.time_zone),
  }));
  route(chooseRole, async ({ actor }, { body }) => ({ data: await users.storeChoice(actor.userId, body) }));
  route(chooseAccountType, async ({ actor }, { body }) => ({
    data: await users.storeChoice(actor.userId, body),
  }));
  route(setIsCompany, async ({ actor }, { body }) => ({
    data: await users.storeChoice(actor.userId, { account_type: body.is_company ? "COMPANY" : "PERSONAL" }),
  }));
  route(updateSettings, async ({ actor }, { body }) => ({
    data: await users.updateSettings(actor.userId, body),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createUsersFeature = (dependencies: UserDependencies) =>
  withRoutes(createUsers(dependencies), ({ route }, users) => {
    defineUserRoutes(route, users);
  });
