import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { ChannelPlatform } from "./platform.ts";

/** The platforms with which this installation is registered. */
export type Platforms = ReadonlyMap<OutsidePlatform, ChannelPlatform>;
