import {
  addGlossaryEntry,
  changeGlossaryEntry,
  exportGlossary,
  listGlossary,
  listGlossaryTerms,
  removeGlossaryEntry,
} from "@kakehashi/contract/glossary";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { createGlossary, type Glossary, type GlossaryDependencies } from "./service.ts";

export function glossaryRoutes(route: DefineRoute, glossary: Glossary): void {
  route(listGlossary, ({ actor }, { query }) => glossary.list(actor.userId, query));
  route(listGlossaryTerms, async ({ actor }, { query: { from, to, skip = 0, conversation_id } }) => {
    const scope = conversation_id ? { userId: actor.userId, conversationId: conversation_id } : null;
    const { data, wasCut } = firstFittingItems(await glossary.listTermsIn(from, to, scope, skip));
    return { data, meta: { next: wasCut ? skip + data.length : null } };
  });
  route(exportGlossary, (call, { query }) =>
    glossary.download({ ...authorOf(call), userId: call.actor.userId }, query.format, query.project_id),
  );
  route(addGlossaryEntry, async (call, { query, body }) => ({
    data: await glossary.add({ ...authorOf(call), userId: call.actor.userId }, body, query.project_id),
  }));
  route(changeGlossaryEntry, async (call, { params, body }) => ({
    data: await glossary.change({ ...authorOf(call), userId: call.actor.userId }, params.id, body),
  }));
  route(removeGlossaryEntry, async (call, { params }) => ({
    data: await glossary.remove({ ...authorOf(call), userId: call.actor.userId }, params.id),
  }));
}

/** Creates the service for glossaries, and registers its API routes. */
export const createGlossaryFeature = (dependencies: GlossaryDependencies) =>
  withRoutes(createGlossary(dependencies), ({ route }, glossary) => {
    glossaryRoutes(route, glossary);
  });
