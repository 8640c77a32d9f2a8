import { platformLimits } from "../limits.ts";
import { type ShownBubble, type ShownContent, textBubble } from "./bubbles.ts";
import {
  isLink,
  joinParagraphs,
  type LabelledChoice,
  labelChoices,
  type ShownChoice,
  splitIntoChunks,
} from "./choices.ts";
import { splitMessage } from "./text-parts.ts";

// Converts a bot's messages to the form in which Zalo shows them.

const zaloLimits = platformLimits.ZALO;
/** Maximum bytes of a picture that Zalo fetches from a URL. */
const maximumImageBytes = 1_000_000;

const textBubbles = (text: string): ShownBubble[] => splitMessage(text, zaloLimits.text).map(textBubble);
const pictureBubble = (address: string): ShownBubble => ({ kind: "media", type: "image", address });
const bubbleWithButtons = (text: string, buttons: readonly LabelledChoice[]): ShownBubble => ({
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
  const [first = [], ...furtherPieces] = splitIntoChunks(labelledChoices, zaloLimits.buttons);
  const parts = splitMessage(wholeText, zaloLimits.text, zaloLimits.cardText);
  const last = parts.pop() ?? "";
  return [
    ...parts.map(textBubble),
    bubbleWithButtons(last, first),
    ...furtherPieces.map((buttons, index) => {
      const from = (index + 1) * zaloLimits.buttons + 1;
      const to = from + buttons.length - 1;
      return bubbleWithButtons(from === to ? `${from}` : `${from}–${to}`, buttons);
    }),
  ];
}

function showCard(card: Extract<ShownContent, { kind: "card" }>): ShownBubble[] {
  const choices = card.buttons.filter(({ address }) => address === null || isLink(address));
  // A button without a valid URL (for example because a variable is empty) becomes text.
  const unlinkedButtonLabels = card.buttons
    .filter((button) => !choices.includes(button))
    .map(({ label }) => label);
  const wholeText = joinParagraphs(card.title, card.text, unlinkedButtonLabels.join("\n"));
  return [
    ...(card.image !== null && isLink(card.image) ? [pictureBubble(card.image)] : []),
    ...(choices.length === 0 ? textBubbles(wholeText) : showTextWithChoices(wholeText, choices)),
  ];
}

export function toZaloBubbles(content: ShownContent): ShownBubble[] {
  switch (content.kind) {
    case "text":
      return content.replies.length === 0
        ? textBubbles(content.text)
        : showTextWithChoices(
            content.text,
            content.replies.map((reply) => ({ ...reply, address: null })),
          );
    case "image":
      return isLink(content.address) ? [pictureBubble(content.address)] : textBubbles(content.description);
    case "file":
      return textBubbles(joinParagraphs(content.name, content.address));
    case "card":
      return showCard(content);
    case "attachment":
      return content.category === "image" && content.size <= maximumImageBytes
        ? [pictureBubble(content.address)]
        : // Zalo fetches only small pictures from a URL. For any other file the person gets a link.
          textBubbles(`${content.name}\n${content.address}`);
  }
}
