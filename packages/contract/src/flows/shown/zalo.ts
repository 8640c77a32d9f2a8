import { platformLimits } from "../limits.ts";
import { createTextBubble, type PlatformMessageContent, type ShownBubble } from "./bubbles.ts";
import {
  isLink,
  joinParagraphs,
  type LabelledChoice,
  labelChoices,
  type ShownChoice,
  splitIntoChunks,
} from "./choices.ts";
import { splitIntoMessages } from "./text-parts.ts";

// Converts a bot's messages to the form in which Zalo shows them.

const zaloLimits = platformLimits.ZALO;
/** Maximum bytes of a picture that Zalo fetches from a URL. */
const maximumImageBytes = 1_000_000;

const createTextBubbles = (text: string): ShownBubble[] =>
  splitIntoMessages(text, zaloLimits.text).map(createTextBubble);
const createPictureBubble = (address: string): ShownBubble => ({
  kind: "media",
  mediaType: "image",
  address,
});
const createBubbleWithButtons = (text: string, buttons: readonly LabelledChoice[]): ShownBubble => ({
  kind: "text",
  text,
  replies: [],
  buttons,
});

/**
 * Shows a text with its choices on Zalo. If there are too many buttons for one message, the others follow in further
 * messages, whose texts are the numbers of their buttons.
 */
function showTextWithChoices(text: string, choices: readonly ShownChoice[]): ShownBubble[] {
  const { labelledChoices, list } = labelChoices(choices, {
    maximum: zaloLimits.buttonLabel,
    count: zaloLimits.buttons,
  });
  const wholeText = joinParagraphs(text, list) || labelledChoices.map(({ title }) => title).join("\n");
  const [firstButtons = [], ...furtherButtons] = splitIntoChunks(labelledChoices, zaloLimits.buttons);
  const textParts = splitIntoMessages(wholeText, zaloLimits.text, zaloLimits.cardText);
  const lastTextPart = textParts.pop() ?? "";
  return [
    ...textParts.map(createTextBubble),
    createBubbleWithButtons(lastTextPart, firstButtons),
    ...furtherButtons.map((buttons, index) => {
      const from = (index + 1) * zaloLimits.buttons + 1;
      const to = from + buttons.length - 1;
      return createBubbleWithButtons(from === to ? `${from}` : `${from}–${to}`, buttons);
    }),
  ];
}

function showCard(card: Extract<PlatformMessageContent, { kind: "card" }>): ShownBubble[] {
  const choices = card.buttons.filter(({ address }) => address === null || isLink(address));
  // A link button whose URL is not valid (for example because a variable is empty) becomes text. A button that sends an
  // answer has no URL and stays a button.
  const unlinkedButtonLabels = card.buttons
    .filter((button) => !choices.includes(button))
    .map(({ label }) => label);
  const wholeText = joinParagraphs(card.title, card.text, unlinkedButtonLabels.join("\n"));
  return [
    ...(card.image !== null && isLink(card.image) ? [createPictureBubble(card.image)] : []),
    ...(choices.length === 0 ? createTextBubbles(wholeText) : showTextWithChoices(wholeText, choices)),
  ];
}

export function toZaloBubbles(content: PlatformMessageContent): ShownBubble[] {
  switch (content.kind) {
    case "text":
      return content.replies.length === 0
        ? createTextBubbles(content.text)
        : showTextWithChoices(
            content.text,
            content.replies.map((reply) => ({ ...reply, address: null })),
          );
    case "image":
      return isLink(content.address)
        ? [createPictureBubble(content.address)]
        : createTextBubbles(content.description);
    case "file":
      return createTextBubbles(joinParagraphs(content.name, content.address));
    case "card":
      return showCard(content);
    case "attachment":
      return content.fileCategory === "image" && content.size <= maximumImageBytes
        ? [createPictureBubble(content.address)]
        : // Zalo fetches only small pictures from a URL. For any other file the person gets a link.
          createTextBubbles(`${content.name}\n${content.address}`);
  }
}
