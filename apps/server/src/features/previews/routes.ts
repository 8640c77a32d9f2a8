import { previewImage } from "@kakehashi/contract/previews";
import type { Route } from "../../kit/http/route.ts";
import type { Previews } from "./service.ts";

export function previewRoutes(route: Route, previews: Previews): void {
  route(previewImage, (_, { params }) => previews.downloadImage(params.id));
}
