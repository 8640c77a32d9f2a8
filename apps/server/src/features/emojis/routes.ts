import { listStandardEmojis } from "@kakehashi/contract/emojis";
import type { DefineRoute } from "../../kit/http/route.ts";
import { loadEmojiList } from "./list.ts";

export function defineStandardEmojiRoutes(route: DefineRoute): void {
  route(listStandardEmojis, async () => ({ data: [...loadEmojiList()] }));
}
