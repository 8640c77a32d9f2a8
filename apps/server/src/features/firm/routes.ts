import { changeFirm, getFirm, getWholeFirm } from "@kakehashi/contract/firm";
import type { Route } from "../../kit/http/route.ts";
import { authorOf } from "../audit/service.ts";
import type { FirmService } from "./service.ts";

export function firmRoutes(route: Route, firm: FirmService): void {
  route(getFirm, async (_, { query }) => ({ data: await firm.findForReader(query.language) }));
  route(getWholeFirm, async () => ({ data: await firm.findFirmFacts() }));
  route(changeFirm, async (call, { body: { version, ...facts } }) => ({
    data: await firm.change(facts, version, authorOf(call)),
  }));
}
