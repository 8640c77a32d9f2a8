/** The HTML id of the section “platforms” in a bot's settings. */
export const platformsPartId = "platforms";

/** Returns the address of a bot's settings, with the hash that leads to the section “platforms”. */
export const buildPlatformsPath = (botId: string): string => `/bots/${botId}#${platformsPartId}`;
