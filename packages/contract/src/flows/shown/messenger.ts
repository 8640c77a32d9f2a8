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
import { countCodePoints, splitIntoMessages } from "./text-parts.ts";

// Converts a bot's messages to the form in which Messenger shows them.

const messengerLimits = platformLimits.MESSENGER;
/** Maximum characters of the text above the buttons of Messenger's button template. */
const maximumTextAboveButtons = 640;
/** Maximum bytes of a file that Messenger accepts. */
const maximumAttachmentBytes = 25_000_000;
/** Maximum cards that Messenger shows side by side. */
const maximumCardsInRow = 10;

const createTextBubbles = (text: string): ShownBubble[] =>
  splitIntoMessages(text, messengerLimits.text).map(createTextBubble);
const createMediaBubble = (type: "image" | "video" | "audio" | "file", address: string): ShownBubble => ({
  kind: "media",
  mediaType: type,
  address,
});

/**
 * Shows a text above at most three buttons on Messenger. If the text is too long for Messenger's button template, its
 * beginning is sent first, as separate messages.
 */
function showTextWithButtons(text: string, buttons: readonly LabelledChoice[]): ShownBubble[] {
  const textParts = splitIntoMessages(text, messengerLimits.text, maximumTextAboveButtons);
  const lastTextPart = textParts.pop() ?? "";
  return [...textParts.map(createTextBubble), { kind: "text", text: lastTextPart, replies: [], buttons }];
}

/**
 * Shows more buttons than one Messenger template can have: creates several cards side by side. The title of a card
 * contains the numbers of its buttons.
 */
function showCarousel(labelledChoices: readonly LabelledChoice[]): ShownBubble[] {
  const cards = splitIntoChunks(labelledChoices, messengerLimits.buttons).map((buttons, index) => {
    const firstButtonNumber = index * messengerLimits.buttons + 1;
    const lastButtonNumber = firstButtonNumber + buttons.length - 1;
    return {
      title:
        firstButtonNumber === lastButtonNumber
          ? `${firstButtonNumber}`
          : `${firstButtonNumber}–${lastButtonNumber}`,
      text: "",
      image: null,
      buttons,
    };
  });
  return splitIntoChunks(cards, maximumCardsInRow).map((cardsInRow) => ({
    kind: "cards",
    cards: cardsInRow,
  }));
}

/** Shows a text with choices on Messenger: a few choices as quick replies, many choices as cards. */
function showTextWithReplies(text: string, choices: readonly ShownChoice[]): ShownBubble[] {
  const { labelledChoices, list } = labelChoices(choices, {
    maximum: messengerLimits.replyLabel,
    count: messengerLimits.replies,
  });
  // Messenger needs a text above quick replies. If there is no text, the titles of the choices are sent as the text.
  const wholeText = joinParagraphs(text, list) || labelledChoices.map(({ title }) => title).join("\n");
  if (choices.length > messengerLimits.replies)
    return [...createTextBubbles(wholeText), ...showCarousel(labelledChoices)];
  const textParts = splitIntoMessages(wholeText, messengerLimits.text);
  const lastTextPart = textParts.pop() ?? "";
  return [
    ...textParts.map(createTextBubble),
    { kind: "text", text: lastTextPart, replies: labelledChoices, buttons: [] },
  ];
}

function showCard(card: Extract<PlatformMessageContent, { kind: "card" }>): ShownBubble[] {
  const choices = card.buttons.filter(({ address }) => address === null || isLink(address));
  const { labelledChoices, list } = labelChoices(choices, {
    maximum: messengerLimits.buttonLabel,
    count: messengerLimits.buttons,
  });
  const title = card.title.trim();
  const text = card.text.trim();
  // A link button whose URL is not valid (for example because a variable is empty) becomes text. A button that sends an
  // answer has no URL and stays a button.
  const unlinkedButtonLabels = card.buttons
    .filter((button) => !choices.includes(button))
    .map(({ label }) => label);
  const imageUrl = card.image !== null && isLink(card.image) ? card.image : null;
  const fitsGenericTemplate =
    imageUrl !== null &&
    title !== "" &&
    countCodePoints(title) <= messengerLimits.cardTitle &&
    countCodePoints(text) <= messengerLimits.cardText &&
    list === "" &&
    unlinkedButtonLabels.length === 0;
  if (fitsGenericTemplate)
    return [{ kind: "cards", cards: [{ title, text, image: imageUrl, buttons: labelledChoices }] }];
  const wholeText = joinParagraphs(title, text, list, unlinkedButtonLabels.join("\n"));
  const picture = imageUrl === null ? [] : [createMediaBubble("image", imageUrl)];
  if (labelledChoices.length === 0) return [...picture, ...createTextBubbles(wholeText)];
  if (labelledChoices.length > messengerLimits.buttons)
    return [...picture, ...createTextBubbles(wholeText), ...showCarousel(labelledChoices)];
  const textAboveButtons = wholeText || labelledChoices.map((choice) => choice.title).join("\n");
  return [...picture, ...showTextWithButtons(textAboveButtons, labelledChoices)];
}

const mediaTypes = { image: "image", video: "video", audio: "audio", application: "file" } as const;

export function toMessengerBubbles(content: PlatformMessageContent): ShownBubble[] {
  switch (content.kind) {
    case "text":
      return content.replies.length === 0
        ? createTextBubbles(content.text)
        : showTextWithReplies(
            content.text,
            content.replies.map((reply) => ({ ...reply, address: null })),
          );
    case "image":
      return isLink(content.address)
        ? [createMediaBubble("image", content.address)]
        : createTextBubbles(content.description);
    case "file":
      return isLink(content.address)
        ? [createMediaBubble("file", content.address)]
        : createTextBubbles(content.name);
    case "card":
      return showCard(content);
    case "attachment":
      return content.size <= maximumAttachmentBytes
        ? [createMediaBubble(mediaTypes[content.fileCategory], content.address)]
        : createTextBubbles(`${content.name}\n${content.address}`);
  }
}
