import type { OutsidePlatform } from "../../channel-states.ts";
import type { Bubble, ShownContent } from "./bubbles.ts";
import { toMessengerBubbles } from "./messenger.ts";
import { toZaloBubbles } from "./zalo.ts";

/** For each outside platform: the function that converts a message to the bubbles that the platform shows. */
export const bubbleConverters: Readonly<Record<OutsidePlatform, (content: ShownContent) => Bubble[]>> = {
  MESSENGER: toMessengerBubbles,
  ZALO: toZaloBubbles,
};
