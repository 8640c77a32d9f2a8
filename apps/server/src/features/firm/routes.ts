import { changeFirm, getFirm, getFirmInAllLanguages } from "@kakehashi/contract/firm";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { createFirm, type FirmService } from "./service.ts";

export function defineFirmRoutes(route: DefineRoute, firm: FirmService): void {
  route(getFirm, async (_, { query }) => ({ data: await firm.findForReader(query.language) }));
  route(getFirmInAllLanguages, async () => ({ data: await firm.findFirmFacts() }));
  route(changeFirm, async (apiCall, { body: { version, ...firmFacts } }) => ({
    data: await firm.change(firmFacts, version, auditAuthorOf(apiCall)),
  }));
}

/** Creates the service for the public facts about the firm, and registers its API routes. */
export const createFirmFeature = (dependencies: Parameters<typeof createFirm>[0]) =>
  withRoutes(createFirm(dependencies), ({ route }, firmService) => {
    defineFirmRoutes(route, firmService);
  });
