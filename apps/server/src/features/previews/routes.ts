import { downloadPreviewImage } from "@kakehashi/contract/previews";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createPreviews, type PreviewOptions, type Previews } from "./service.ts";

export function definePreviewRoutes(route: DefineRoute, previews: Previews): void {
  route(downloadPreviewImage, (_, { params }) => previews.downloadImage(params.id));
}

/** Creates the service of this feature and registers its API routes. */
export const createPreviewsFeature = (dependencies: PreviewOptions) =>
  withRoutes(createPreviews(dependencies), ({ route }, previews) => {
    definePreviewRoutes(route, previews);
  });
