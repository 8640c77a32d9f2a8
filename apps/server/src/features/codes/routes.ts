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
  restoreCodeFromTrash,
} from "@kakehashi/contract/codes";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type CodeDependencies, type CodeSnippets, createCodeSnippets } from "./service.ts";

type SignedInCall = Parameters<typeof auditAuthorOf>[0] & { readonly actor: { readonly userId: string } };
const toSnippetPerson = (apiCall: SignedInCall) => ({
  ...auditAuthorOf(apiCall),
  userId: apiCall.actor.userId,
});

export function defineCodeRoutes(route: DefineRoute, codes: CodeSnippets): void {
  route(listCodes, ({ actor }, { query }) => codes.list(actor.userId, query));
  route(listCodeProjects, async ({ actor }) => ({ data: await codes.projects(actor.userId) }));
  route(createCode, async (apiCall, { body }) => ({
    data: await codes.create(toSnippetPerson(apiCall), body),
  }));
  route(getCode, async ({ actor }, { params }) => ({ data: await codes.view(actor.userId, params.slug) }));
  route(getCodePreview, async ({ actor }, { params }) => ({
    data: await codes.getCard(actor.userId, params.slug),
  }));
  route(changeCode, async (apiCall, { params, body }) => ({
    data: await codes.change(toSnippetPerson(apiCall), params.slug, body),
  }));
  route(removeCode, async (apiCall, { params: { slug }, query }) => {
    await (query.for_good
      ? codes.removeForGood(toSnippetPerson(apiCall), slug)
      : codes.remove(toSnippetPerson(apiCall), slug));
    return { data: { slug } };
  });
  route(restoreCodeFromTrash, async (apiCall, { params }) => ({
    data: await codes.takeBack(toSnippetPerson(apiCall), params.slug),
  }));
  route(getRawCode, ({ actor }, { params, query }) => codes.downloadRaw(actor.userId, params.slug, query));
  route(listCodeVersions, ({ actor }, { params, query }) => codes.versions(actor.userId, params.slug, query));
  route(getCodeVersion, async ({ actor }, { params }) => ({
    data: await codes.version(actor.userId, params.slug, params.number),
  }));
  route(restoreCodeVersion, async (apiCall, { params, body }) => ({
    data: await codes.restore(toSnippetPerson(apiCall), params.slug, params.number, body.version),
  }));
}

/** Creates the service for code snippets, and the routes of its API calls. */
export const createCodeSnippetsFeature = (dependencies: CodeDependencies) =>
  withRoutes(createCodeSnippets(dependencies), ({ route }, codeSnippets) => {
    defineCodeRoutes(route, codeSnippets);
  });
