import type { ApiRouter } from "../../kit/http/route.ts";
import { defineStandardEmojiRoutes } from "./routes.ts";

export const createEmojisFeature = () => ({
  routes: ({ route }: ApiRouter): void => defineStandardEmojiRoutes(route),
});
