/** The HTML id of the part of a bot's settings where its platforms are chosen. */
export const platformsPartId = "platforms";

/** Returns the address of the settings page, at the part where a bot's platforms are chosen. */
export const platformsAddress = (botId: string): string => `/bots/${botId}#${platformsPartId}`;
