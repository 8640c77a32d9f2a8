import { getCodeVersion, listCodeVersions, restoreCodeVersion } from "@kakehashi/contract/code-versions";
import {
  changeCode,
  createCode,
  getCode,
  getCodePreview,
  getRawCode,
  listCodeProjects,
  listCodes,
  removeCode,
  restoreCode,
} from "@kakehashi/contract/codes";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type CodeDependencies, type CodeSnippets, createCodeSnippets } from "./service.ts";

type SignedInCall = Parameters<typeof authorOf>[0] & { readonly actor: { readonly userId: string } };
const personOf = (call: SignedInCall) => ({ ...authorOf(call), userId: call.actor.userId });

export function codeRoutes(route: DefineRoute, codes: CodeSnippets): void {
  route(listCodes, ({ actor }, { query }) => codes.list(actor.userId, query));
  route(listCodeProjects, async ({ actor }) => ({ data: await codes.projects(actor.userId) }));
  route(createCode, async (call, { body }) => ({ data: await codes.create(personOf(call), body) }));
  route(getCode, async ({ actor }, { params }) => ({ data: await codes.view(actor.userId, params.slug) }));
  route(getCodePreview, async ({ actor }, { params }) => ({
    data: await codes.getCard(actor.userId, params.slug),
  }));
  route(changeCode, async (call, { params, body }) => ({
    data: await codes.change(personOf(call), params.slug, body),
  }));
  route(removeCode, async (call, { params: { slug }, query }) => {
    await (query.for_good ? codes.removeForGood(personOf(call), slug) : codes.remove(personOf(call), slug));
    return { data: { slug } };
  });
  route(restoreCode, async (call, { params }) => ({
    data: await codes.takeBack(personOf(call), params.slug),
  }));
  route(getRawCode, ({ actor }, { params, query }) => codes.downloadRaw(actor.userId, params.slug, query));
  route(listCodeVersions, ({ actor }, { params, query }) => codes.versions(actor.userId, params.slug, query));
  route(getCodeVersion, async ({ actor }, { params }) => ({
    data: await codes.version(actor.userId, params.slug, params.number),
  }));
  route(restoreCodeVersion, async (call, { params, body }) => ({
    data: await codes.restore(personOf(call), params.slug, params.number, body.version),
  }));
}

/** Creates the service for code snippets, and the routes of its API calls. */
export const createCodeSnippetsFeature = (dependencies: CodeDependencies) =>
  withRoutes(createCodeSnippets(dependencies), ({ route }, codeSnippets) => {
    codeRoutes(route, codeSnippets);
  });
