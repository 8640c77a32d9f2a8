/** The part of a bot's settings that says where it answers. */
export const platformsPart = "platforms";

/** The address of that part. */
export const platformsOf = (botId: string): string => `/bots/${botId}#${platformsPart}`;
