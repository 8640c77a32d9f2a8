import type { OutsidePlatform } from "@kakehashi/contract/channel-states";

// The platforms on which bots answer. The contract has the same list, but importing its file would load the code of all
// schemas.
export const outsidePlatforms = ["MESSENGER", "ZALO"] as const satisfies readonly OutsidePlatform[];

/** The names of the platforms. Product names are not translated. */
export const platformNames: Readonly<Record<OutsidePlatform, string>> = {
  MESSENGER: "Messenger",
  ZALO: "Zalo",
};
