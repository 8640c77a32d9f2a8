import type { ApiRouter } from "../../kit/http/route.ts";
import { defineEmojiRoutes } from "./routes.ts";

export const createEmojisFeature = () => ({
  routes: ({ route }: ApiRouter): void => defineEmojiRoutes(route),
});
