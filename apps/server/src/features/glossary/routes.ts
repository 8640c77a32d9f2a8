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
import { auditAuthorOf } from "../audit/service.ts";
import { createGlossary, type Glossary, type GlossaryDependencies } from "./service.ts";

export function defineGlossaryRoutes(route: DefineRoute, glossary: Glossary): void {
  route(listGlossary, ({ actor }, { query }) => glossary.list(actor.userId, query));
  route(listGlossaryTerms, async ({ actor }, { query: { from, to, skip = 0, conversation_id } }) => {
    const scope = conversation_id ? { userId: actor.userId, conversationId: conversation_id } : null;
    const { data, wasCut } = firstFittingItems(await glossary.listTermsIn(from, to, scope, skip));
    return { data, meta: { next: wasCut ? skip + data.length : null } };
  });
  route(exportGlossary, (apiCall, { query }) =>
    glossary.download(
      { ...auditAuthorOf(apiCall), userId: apiCall.actor.userId },
      query.format,
      query.project_id,
    ),
  );
  route(addGlossaryEntry, async (apiCall, { query, body }) => ({
    data: await glossary.add(
      { ...auditAuthorOf(apiCall), userId: apiCall.actor.userId },
      body,
      query.project_id,
    ),
  }));
  route(changeGlossaryEntry, async (apiCall, { params, body }) => ({
    data: await glossary.change({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, params.id, body),
  }));
  route(removeGlossaryEntry, async (apiCall, { params }) => ({
    data: await glossary.remove({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, params.id),
  }));
}

/** Creates the service for glossaries, and registers its API routes. */
export const createGlossaryFeature = (dependencies: GlossaryDependencies) =>
  withRoutes(createGlossary(dependencies), ({ route }, glossary) => {
    defineGlossaryRoutes(route, glossary);
  });
