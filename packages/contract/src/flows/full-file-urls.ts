import { isOwnFile } from "./own-files.ts";
import type { Said } from "./session.ts";

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
