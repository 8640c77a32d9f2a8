import {
  countWaitingForAdmin,
  getAdminUser,
  listActivations,
  listAdminUsers,
  listMails,
  resendMail,
  resetUserTwoStep,
  setUserRole,
  signUserOut,
  unlockUser,
} from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type AdminDependencies, type AdminService, createAdminService } from "./service.ts";

export function adminRoutes(route: DefineRoute, admin: AdminService): void {
  route(listActivations, (_, { query }) => admin.listActivations(query));
  route(countWaitingForAdmin, async () => ({ data: await admin.countWaiting() }));
  route(listAdminUsers, (_, { query }) => admin.listUsers(query));
  route(listAudit, ({ language }, { query }) => admin.listAuditLog(query, language));
  route(listMails, (_, { query }) => admin.listMails(query));
  route(getAdminUser, async (_, { params }) => ({ data: await admin.getUser(params.id) }));
  route(setUserRole, async (call, { params, body }) => ({
    data: await admin.setRole(authorOf(call), params.id, body.role),
  }));
  route(unlockUser, async (call, { params }) => {
    await admin.unlock(authorOf(call), params.id);
    return { data: {} };
  });
  route(resetUserTwoStep, async (call, { params }) => {
    await admin.resetTwoStep(authorOf(call), params.id);
    return { data: {} };
  });
  route(signUserOut, async (call, { params }) => {
    await admin.signOut(authorOf(call), params.id);
    return { data: {} };
  });
  route(resendMail, async (call, { params }) => {
    await admin.resendMail(authorOf(call), params.id);
    return { data: {} };
  });
}

/** Creates the feature `admin`: its service, and the routes of its API calls. */
export const createAdminFeature = (dependencies: AdminDependencies) =>
  withRoutes(createAdminService(dependencies), ({ route }, adminService) => {
    adminRoutes(route, adminService);
  });
