import type { OutsidePlatform } from "../../channel-states.ts";
import type { Bubble, ShownContent } from "./bubbles.ts";
import { shownOnMessenger } from "./messenger.ts";
import { shownOnZalo } from "./zalo.ts";

/** For each outside platform: the function that converts a message to the bubbles that the platform shows, in order. */
export const shownOn: Readonly<Record<OutsidePlatform, (content: ShownContent) => Bubble[]>> = {
  MESSENGER: shownOnMessenger,
  ZALO: shownOnZalo,
};
