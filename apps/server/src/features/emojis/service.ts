import type { Router } from "../../kit/http/route.ts";
import { emojiRoutes } from "./routes.ts";

export const createEmojis = () => ({
  routes: ({ route }: Router): void => emojiRoutes(route),
});
