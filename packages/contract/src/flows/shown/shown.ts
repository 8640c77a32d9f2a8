import type { OutsidePlatform } from "../../channel-states.ts";
import type { Bubble, ShownContent } from "./bubbles.ts";
import { shownOnMessenger } from "./messenger.ts";
import { shownOnZalo } from "./zalo.ts";

/** Returns what is said as each platform shows it: the messages in their order. */
export const shownOn: Readonly<Record<OutsidePlatform, (content: ShownContent) => Bubble[]>> = {
  MESSENGER: shownOnMessenger,
  ZALO: shownOnZalo,
};
