import type { SaidMessage } from "../effects.ts";
import type { LabelledChoice } from "./choices.ts";

/**
 * A message to a person on an outside platform, from the bot or from somebody who works on the bot. A file's `address`
 * is public for some hours.
 */
export type PlatformMessageContent =
  | SaidMessage
  | {
      readonly kind: "attachment";
      readonly fileCategory: "image" | "video" | "audio" | "application";
      readonly address: string;
      readonly name: string;
      readonly size: number;
    };

export interface ShownCard {
  readonly title: string;
  readonly text: string;
  readonly image: string | null;
  readonly buttons: readonly LabelledChoice[];
}

/**
 * One message as an outside platform shows it. The server sends it with one request to the platform's API, and previews
 * draw it, so both follow the same rules.
 *
 * - `text`: `replies` are quick replies below the last message; `buttons` belong to the message.
 * - `media`: a picture, video, voice or file.
 * - `cards`: cards side by side.
 */
export type ShownBubble =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly replies: readonly LabelledChoice[];
      readonly buttons: readonly LabelledChoice[];
    }
  | {
      readonly kind: "media";
      readonly mediaType: "image" | "video" | "audio" | "file";
      readonly address: string;
    }
  | { readonly kind: "cards"; readonly cards: readonly ShownCard[] };

export const createTextBubble = (text: string): ShownBubble => ({
  kind: "text",
  text,
  replies: [],
  buttons: [],
});
