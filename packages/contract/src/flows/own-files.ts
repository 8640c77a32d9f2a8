// A picture or file that somebody uploaded for a bot. Blocks and articles store its URL without a host, so that it
// stays valid if this site moves.

const botFilesPath = "/api/bots/files/";
const ownFileAddressPattern = /^\/api\/bots\/files\/[0-9a-f]{32}$/;

export const createBotFilePath = (key: string): string => `${botFilesPath}${key}`;
export const isBotFileAddress = (address: string): boolean => ownFileAddressPattern.test(address);

/** Finds the keys of all uploaded files that the JSON of a story or article refers to. */
export const findBotFileKeys = (text: string): string[] => [
  ...new Set([...text.matchAll(/"\/api\/bots\/files\/([0-9a-f]{32})"/g)].map(([, key = ""]) => key)),
];
