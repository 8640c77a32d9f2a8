/** The HTML id of the section with the platforms in a bot's settings. */
export const platformsPartId = "platforms";

/** Returns the address of the section with the platforms in a bot's settings. */
export const platformsAddress = (botId: string): string => `/bots/${botId}#${platformsPartId}`;
