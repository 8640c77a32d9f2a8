import { isOwnFile } from "./own-files.ts";
import type { SaidMessage } from "./session.ts";

/** Returns a copy of a bot's message with full URLs for the bot's own files, for readers outside of this site. */
export function withFullFileUrls(said: SaidMessage, publicUrl: string): SaidMessage {
  const toFullUrl = (address: string) => (isOwnFile(address) ? `${publicUrl}${address}` : address);
  switch (said.kind) {
    case "text":
      return said;
    case "image":
    case "file":
      return { ...said, address: toFullUrl(said.address) };
    case "card":
      return {
        ...said,
        image: said.image && toFullUrl(said.image),
        buttons: said.buttons.map((button) => ({
          ...button,
          address: button.address && toFullUrl(button.address),
        })),
      };
  }
}
