import type { ApiRouter } from "../../kit/http/route.ts";
import { emojiRoutes } from "./routes.ts";

export const createEmojis = () => ({
  routes: ({ route }: ApiRouter): void => emojiRoutes(route),
});
