import {
  changeMemoryEntry,
  exportMemory,
  listManagedMemoryProjects,
  listMemorySuggestions,
  removeMemoryEntry,
  searchMemory,
} from "@kakehashi/contract/memory";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import type { MemoryDependencies } from "./dependencies.ts";
import { createTranslationMemory, type TranslationMemory } from "./service.ts";

export function defineMemoryRoutes(route: DefineRoute, memory: TranslationMemory): void {
  route(listMemorySuggestions, async ({ actor, language }, { params }) => ({
    data: await memory.suggest({ userId: actor.userId, language }, params.mid, params.language),
  }));
  route(listManagedMemoryProjects, async ({ actor }) => ({ data: await memory.projects(actor.userId) }));
  route(searchMemory, ({ actor, language }, { query }) =>
    memory.searchPairs({ userId: actor.userId, language }, query),
  );
  route(exportMemory, (apiCall, { query }) =>
    memory.download({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, apiCall.language, query),
  );
  route(changeMemoryEntry, async (apiCall, { params, body }) => ({
    data: await memory.change({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, params.id, body),
  }));
  route(removeMemoryEntry, async (apiCall, { params }) => ({
    data: await memory.remove({ ...auditAuthorOf(apiCall), userId: apiCall.actor.userId }, params.id),
  }));
}

/** Creates the service for the translation memory, and registers its API routes. */
export const createTranslationMemoryFeature = (dependencies: MemoryDependencies) =>
  withRoutes(createTranslationMemory(dependencies), ({ route }, translationMemory) => {
    defineMemoryRoutes(route, translationMemory);
  });
