import type { ApiRouter } from "../../kit/http/route.ts";
import { defineEmojiRoutes } from "./routes.ts";

export const createEmojis = () => ({
  routes: ({ route }: ApiRouter): void => defineEmojiRoutes(route),
});
