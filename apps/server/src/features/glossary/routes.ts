import {
  addGlossaryEntry,
  changeGlossaryEntry,
  exportGlossary,
  listGlossary,
  listGlossaryTerms,
  removeGlossaryEntry,
} from "@kakehashi/contract/glossary";
import { firstFitting } from "../../kit/http/list-bytes.ts";
import type { Route } from "../../kit/http/route.ts";
import { authorOf } from "../audit/service.ts";
import type { Glossary } from "./service.ts";

export function glossaryRoutes(route: Route, glossary: Glossary): void {
  route(listGlossary, (_, { query }) => glossary.list(query));
  route(listGlossaryTerms, async (_, { query: { from, to, skip = 0 } }) => {
    const { data, cut } = firstFitting(await glossary.terms(from, to, skip));
    return { data, meta: { next: cut ? skip + data.length : null } };
  });
  route(exportGlossary, (call, { query }) =>
    glossary.download({ ...authorOf(call), userId: call.actor.userId }, query.format),
  );
  route(addGlossaryEntry, async (call, { body }) => ({
    data: await glossary.add({ ...authorOf(call), userId: call.actor.userId }, body),
  }));
  route(changeGlossaryEntry, async (call, { params, body }) => ({
    data: await glossary.change({ ...authorOf(call), userId: call.actor.userId }, params.id, body),
  }));
  route(removeGlossaryEntry, async (call, { params }) => ({
    data: await glossary.remove({ ...authorOf(call), userId: call.actor.userId }, params.id),
  }));
}
