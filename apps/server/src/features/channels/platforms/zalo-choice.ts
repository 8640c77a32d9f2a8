import { shorten } from "@kakehashi/contract/flows/shown/text-parts";

// A press of a Zalo button arrives as a text: the button's payload. So the payload must differ from what
// people write. It also contains the label, for the people who read the conversation.

const choicePrefix = "#choice:";
const pressedChoicePattern = /^#choice:([\w-]{1,40}):(.*)$/s;
/** The most characters of the label. A payload has at most 1,000. */
const longestLabel = 200;

export const writeChoice = ({ id, label }: { id: string; label: string }): string =>
  `${choicePrefix}${id}:${shorten(label, longestLabel)}`;

/** The choice that this text is a press of. Null if somebody wrote it. */
export function readChoice(text: string): { id: string; label: string } | null {
  const [, id, label] = pressedChoicePattern.exec(text) ?? [];
  return id === undefined || label === undefined ? null : { id, label };
}
