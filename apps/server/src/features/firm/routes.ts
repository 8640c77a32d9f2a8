import { changeFirm, getFirm, getFirmInAllLanguages } from "@kakehashi/contract/firm";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { createFirm, type FirmService } from "./service.ts";

export function firmRoutes(route: DefineRoute, firm: FirmService): void {
  route(getFirm, async (_, { query }) => ({ data: await firm.findForReader(query.language) }));
  route(getFirmInAllLanguages, async () => ({ data: await firm.findFirmFacts() }));
  route(changeFirm, async (call, { body: { version, ...facts } }) => ({
    data: await firm.change(facts, version, authorOf(call)),
  }));
}

/** Creates the service for the public facts about the firm, and registers its API routes. */
export const createFirmFeature = (dependencies: Parameters<typeof createFirm>[0]) =>
  withRoutes(createFirm(dependencies), ({ route }, firmService) => {
    firmRoutes(route, firmService);
  });
