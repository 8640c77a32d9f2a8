import {
  cancelImport,
  downloadSkippedEntries,
  getImport,
  listImports,
  startImport,
  undoImport,
} from "@kakehashi/contract/imports";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import type { ImportDependencies } from "./dependencies.ts";
import { createImports, type Imports } from "./service.ts";

export function defineImportRoutes(route: DefineRoute, imports: Imports): void {
  route(startImport, async (apiCall, { body }) => ({
    data: await imports.start({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, body),
  }));
  route(listImports, ({ actor }, { query }) => imports.list(actor.userId, query));
  route(getImport, async ({ actor }, { params }) => ({ data: await imports.find(actor.userId, params.id) }));
  route(cancelImport, async ({ actor }, { params }) => ({
    data: await imports.cancel(actor.userId, params.id),
  }));
  route(undoImport, async (apiCall, { params }) => ({
    data: await imports.undo({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, params.id),
  }));
  route(downloadSkippedEntries, ({ actor, language }, { params }) =>
    imports.skipped(actor.userId, params.id, language),
  );
}

/** Creates the service for imports, and registers its API routes. */
export const createImportsFeature = (dependencies: ImportDependencies) =>
  withRoutes(createImports(dependencies), ({ route }, imports) => {
    defineImportRoutes(route, imports);
  });
