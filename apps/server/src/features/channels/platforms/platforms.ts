import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { ChannelPlatform } from "./platform.ts";

/** The platforms on which this installation has an app. */
export type Platforms = ReadonlyMap<OutsidePlatform, ChannelPlatform>;
