import type { FastifyBaseLogger } from "fastify";
import { createAdminFeature } from "./features/admin/routes.ts";
import { createStartChecklistFeature } from "./features/checklist/routes.ts";
import { createDraftsFeature } from "./features/drafts/routes.ts";
import { createPreviewsFeature } from "./features/previews/routes.ts";
import { createPushFeature } from "./features/push/routes.ts";
import { createSearchFeature } from "./features/search/routes.ts";
import { createDeletionFeatures } from "./leaving.ts";
import type { ServiceDependencies } from "./service-parts.ts";
import { createAccountServices } from "./services/accounts.ts";
import { createBaseServices } from "./services/base.ts";
import { createBotFeatures } from "./services/bots.ts";
import { createChatServices } from "./services/chat.ts";
import { createProjectFeatures } from "./services/projects.ts";
import { createTranslationFeatures } from "./services/translation.ts";
import { createSiteFeatures } from "./site.ts";

export interface Services extends Awaited<ReturnType<typeof createServices>> {}

/**
 * Creates the services of all features, group by group. Each group and each feature gets only the services that it
 * needs.
 */
export async function createServices(dependencies: ServiceDependencies, log: FastifyBaseLogger) {
  const baseServices = createBaseServices(dependencies, log);
  const accountServices = await createAccountServices(baseServices);
  const chatServices = createChatServices(baseServices, accountServices);
  const projects = createProjectFeatures(baseServices, accountServices, chatServices);
  const bots = createBotFeatures(baseServices, accountServices, chatServices);
  const translation = createTranslationFeatures(baseServices, accountServices, chatServices, projects, bots);
  const features = { ...accountServices, ...chatServices, ...projects, ...bots, ...translation };

  const { live, rooms, files, messages } = features;
  const drafts = createDraftsFeature({ ...baseServices, live, rooms, messages });
  const search = createSearchFeature({ ...baseServices, rooms, files });
  const previews = createPreviewsFeature({
    ...baseServices,
    slowDb: baseServices.database.kyselyForSlowStatements,
    stagingFolder: files.staging.folder,
    maximumTotalPictureBytes: files.quota.bounds.previewPictures,
    messages,
    enabled: baseServices.allowPreviewFetch !== false,
  });
  const push = createPushFeature({
    ...baseServices,
    messages,
    ...(baseServices.sendPush && { send: baseServices.sendPush }),
  });
  const checklist = createStartChecklistFeature(baseServices);
  const siteFeatures = await createSiteFeatures({ ...baseServices, ...features });
  const deletion = createDeletionFeatures({
    ...baseServices,
    ...features,
    drafts,
    previews,
    site: siteFeatures,
  });
  const admin = createAdminFeature({ ...baseServices, ...features });
  return { ...features, drafts, search, previews, push, checklist, site: siteFeatures, deletion, admin };
}

/**
 * Closes the features in the reverse order of their creation. Call this after the last request, when `live` is already
 * closed.
 */
export async function closeServices({ live: _live, ...services }: Services): Promise<void> {
  for (const service of Object.values(services).reverse()) if ("close" in service) await service.close();
}
