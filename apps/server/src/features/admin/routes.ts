import {
  countWaitingForAdmin,
  getAdminUser,
  listActivationRequests,
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
import { auditAuthorOf } from "../audit/service.ts";
import { type AdminDependencies, type AdminService, createAdminService } from "./service.ts";

export function defineAdminRoutes(route: DefineRoute, adminService: AdminService): void {
  route(listActivationRequests, (_, { query }) => adminService.listActivations(query));
  route(countWaitingForAdmin, async () => ({ data: await adminService.countWaiting() }));
  route(listAdminUsers, (_, { query }) => adminService.listUsers(query));
  route(listAudit, ({ language }, { query }) => adminService.listAuditLog(query, language));
  route(listMails, (_, { query }) => adminService.listMails(query));
  route(getAdminUser, async (_, { params }) => ({ data: await adminService.getUser(params.id) }));
  route(setUserRole, async (apiCall, { params, body }) => ({
    data: await adminService.setRole(auditAuthorOf(apiCall), params.id, body.role),
  }));
  route(unlockUser, async (apiCall, { params }) => {
    await adminService.unlock(auditAuthorOf(apiCall), params.id);
    return { data: {} };
  });
  route(resetUserTwoStep, async (apiCall, { params }) => {
    await adminService.resetTwoStep(auditAuthorOf(apiCall), params.id);
    return { data: {} };
  });
  route(signUserOut, async (apiCall, { params }) => {
    await adminService.signOut(auditAuthorOf(apiCall), params.id);
    return { data: {} };
  });
  route(resendMail, async (apiCall, { params }) => {
    await adminService.resendMail(auditAuthorOf(apiCall), params.id);
    return { data: {} };
  });
}

/** Creates the feature `admin`: its service, and the routes of its API calls. */
export const createAdminFeature = (dependencies: AdminDependencies) =>
  withRoutes(createAdminService(dependencies), ({ route }, adminService) => {
    defineAdminRoutes(route, adminService);
  });
