import { listEmojis } from "@kakehashi/contract/emojis";
import type { Route } from "../../kit/http/route.ts";
import { loadEmojiList } from "./list.ts";

export function emojiRoutes(route: Route): void {
  route(listEmojis, async () => ({ data: [...loadEmojiList()] }));
}
