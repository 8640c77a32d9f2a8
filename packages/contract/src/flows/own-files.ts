import type { Said } from "./session.ts";

// A picture or file that somebody uploaded for a bot. Blocks and articles name it by an address without a host, so that
// it stays valid if this site moves.

const botFilesPath = "/api/bots/files/";
const ownAddress = /^\/api\/bots\/files\/[0-9a-f]{32}$/;

export const botFileAddress = (key: string): string => `${botFilesPath}${key}`;
export const isOwnFile = (address: string): boolean => ownAddress.test(address);

/** Finds the keys of all uploaded files that are named in the JSON of a story or article. */
export const botFileKeysIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/"\/api\/bots\/files\/([0-9a-f]{32})"/g)].map(([, key = ""]) => key)),
];

/** Returns a bot's message in which the addresses of its own files are full URLs, for readers outside of this site. */
export function withFullFileUrls(said: Said, publicUrl: string): Said {
  const withPublicUrl = (address: string) => (isOwnFile(address) ? `${publicUrl}${address}` : address);
  switch (said.kind) {
    case "text":
      return said;
    case "image":
    case "file":
      return { ...said, address: withPublicUrl(said.address) };
    case "card":
      return {
        ...said,
        image: said.image && withPublicUrl(said.image),
        buttons: said.buttons.map((button) => ({
          ...button,
          address: button.address && withPublicUrl(button.address),
        })),
      };
  }
}
