import type { FlowEvent, SentFile } from "@kakehashi/contract/flows/events";
import type { OutsideMessageExtras } from "@kakehashi/contract/outside-message-extras";
import { toStorableText } from "@kakehashi/contract/storable";
import type { SessionRow } from "./session-store.ts";
import { findTodaysDate } from "./todays-date.ts";

/** A message from a person on an outside platform. */
export interface OutsideMessage {
  /** The id of the message. The platform sends the same id if it sends the message again. */
  readonly clientId: string;
  readonly text: string;
  /**
   * The id of the quick reply or menu item that the person pressed. Null if the person wrote a text or sent a file
   * instead.
   */
  readonly choice: string | null;
  /** The first file of the message. A story may ask for a file. */
  readonly file: SentFile | null;
  /** What the message contains besides its text and its files, for example a location. */
  readonly locationAndMissingFiles?: OutsideMessageExtras | undefined;
}

export const toMessageEvent = (
  { hours }: Pick<SessionRow, "hours">,
  { text, choice, file, locationAndMissingFiles }: Omit<OutsideMessage, "clientId">,
): Extract<FlowEvent, { type: "message" }> => ({
  type: "message",
  today: findTodaysDate(hours),
  text: toStorableText(text),
  choice,
  file,
  ...(locationAndMissingFiles && { outside: locationAndMissingFiles }),
});
