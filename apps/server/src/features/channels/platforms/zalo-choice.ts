import { shortenText } from "@kakehashi/contract/flows/shown/text-parts";

// When somebody presses a button on Zalo, the button's payload arrives as an ordinary text message. So the payload has
// a prefix that people do not write. The payload also contains the button's label, which people read in the
// conversation.

const choicePrefix = "#choice:";
const pressedChoicePattern = /^#choice:([\w-]{1,40}):(.*)$/s;
/**
 * Maximum number of characters of a label in a payload. Longer labels are shortened, because Zalo allows only 1,000
 * characters in a payload.
 */
const maximumLabelLength = 200;

export const encodeZaloChoice = ({ id, label }: { id: string; label: string }): string =>
  `${choicePrefix}${id}:${shortenText(label, maximumLabelLength)}`;

/**
 * Returns the id and the label of a choice if the text is the payload of a pressed button. Returns null if a person
 * wrote the text.
 */
export function decodeZaloChoice(text: string): { id: string; label: string } | null {
  const [, id, label] = pressedChoicePattern.exec(text) ?? [];
  return id === undefined || label === undefined ? null : { id, label };
}
