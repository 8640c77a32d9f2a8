import type { SaidMessage } from "./effects.ts";
import { isBotFileAddress } from "./own-files.ts";

/** Returns a copy of a bot's message with full URLs for the bot's own files, for readers outside of this site. */
export function addFullFileUrls(saidMessage: SaidMessage, publicUrl: string): SaidMessage {
  const toFullUrl = (address: string) => (isBotFileAddress(address) ? `${publicUrl}${address}` : address);
  switch (saidMessage.kind) {
    case "text":
      return saidMessage;
    case "image":
    case "file":
      return { ...saidMessage, address: toFullUrl(saidMessage.address) };
    case "card":
      return {
        ...saidMessage,
        image: saidMessage.image && toFullUrl(saidMessage.image),
        buttons: saidMessage.buttons.map((button) => ({
          ...button,
          address: button.address && toFullUrl(button.address),
        })),
      };
  }
}
