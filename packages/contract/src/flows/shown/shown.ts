import type { OutsidePlatform } from "../../channel-states.ts";
import type { PlatformMessageContent, ShownBubble } from "./bubbles.ts";
import { toMessengerBubbles } from "./messenger.ts";
import { toZaloBubbles } from "./zalo.ts";

/** For each outside platform: the function that converts a message to the bubbles that the platform shows. */
export const bubbleConverterByPlatform: Readonly<
  Record<OutsidePlatform, (content: PlatformMessageContent) => ShownBubble[]>
> = {
  MESSENGER: toMessengerBubbles,
  ZALO: toZaloBubbles,
};
