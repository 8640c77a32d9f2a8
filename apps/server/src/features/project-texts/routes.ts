import { listProjectTextProgress, requestProjectTextTranslations } from "@kakehashi/contract/project-texts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createProjectTexts, type ProjectTextDependencies, type ProjectTexts } from "./service.ts";

export function defineProjectTextRoutes(route: DefineRoute, texts: ProjectTexts): void {
  route(listProjectTextProgress, async ({ actor }, { params }) => ({
    data: await texts.list(actor, params.id),
  }));
  route(requestProjectTextTranslations, async ({ actor }, { params, body }) => ({
    data: await texts.ask(actor, params.id, body),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createProjectTextsFeature = (dependencies: ProjectTextDependencies) =>
  withRoutes(createProjectTexts(dependencies), ({ route }, projectTexts) => {
    defineProjectTextRoutes(route, projectTexts);
  });
