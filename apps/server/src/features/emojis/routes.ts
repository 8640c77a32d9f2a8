import { listEmojis } from "@kakehashi/contract/emojis";
import type { Route } from "../../kit/http/route.ts";
import { emojiList } from "./list.ts";

export function emojiRoutes(route: Route): void {
  route(listEmojis, async () => ({ data: [...emojiList()] }));
}
