import type { OutsidePlatform } from "@kakehashi/contract/channel-states";

// The platforms outside the web on which bots answer. The contract has the same list, but importing it would load the
// code of all its schemas.
export const outsidePlatformCodes = ["MESSENGER", "ZALO"] as const satisfies readonly OutsidePlatform[];

/** The names of the platforms. They are product names, so they are the same in every language. */
export const platformNames: Readonly<Record<OutsidePlatform, string>> = {
  MESSENGER: "Messenger",
  ZALO: "Zalo",
};
