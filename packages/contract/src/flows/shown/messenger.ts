import { platformLimits } from "../limits.ts";
import { type Bubble, type ShownContent, textBubble } from "./bubbles.ts";
import { type Choice, isLink, type Labelled, labelChoices, paragraphs, piecesOf } from "./choices.ts";
import { lengthOf, splitMessage } from "./text-parts.ts";

// How Messenger shows what is said.

const limits = platformLimits.MESSENGER;
/** The most characters of the text above the buttons of a button template. */
const buttonText = 640;
/** The most bytes of a file. */
const attachmentBytes = 25_000_000;
/** The most cards side by side. */
const cardsOfRow = 10;

const texts = (text: string): Bubble[] => splitMessage(text, limits.text).map(textBubble);
const media = (type: "image" | "video" | "audio" | "file", address: string): Bubble => ({
  kind: "media",
  type,
  address,
});

/**
 * A text above at most three buttons. What is too long for the template goes before it, as messages of its own.
 */
function textWithButtons(text: string, buttons: readonly Labelled[]): Bubble[] {
  const parts = splitMessage(text, limits.text, buttonText);
  const last = parts.pop() ?? "";
  return [...parts.map(textBubble), { kind: "text", text: last, replies: [], buttons }];
}

/** More buttons than a template has, as cards side by side. Each card is named by the numbers of its buttons. */
function carousel(labelled: readonly Labelled[]): Bubble[] {
  const cards = piecesOf(labelled, limits.buttons).map((buttons, index) => {
    const first = index * limits.buttons + 1;
    const last = first + buttons.length - 1;
    return { title: first === last ? `${first}` : `${first}–${last}`, text: "", image: null, buttons };
  });
  return piecesOf(cards, cardsOfRow).map((some) => ({ kind: "cards", cards: some }));
}

/** A text with choices: quick replies if they are few, else cards that hold them all. */
function textWithReplies(text: string, choices: readonly Choice[]): Bubble[] {
  const { labelled, list } = labelChoices(choices, { maximum: limits.replyLabel, count: limits.replies });
  // Quick replies need a text above them.
  const whole = paragraphs(text, list) || labelled.map(({ title }) => title).join("\n");
  if (choices.length > limits.replies) return [...texts(whole), ...carousel(labelled)];
  const parts = splitMessage(whole, limits.text);
  const last = parts.pop() ?? "";
  return [...parts.map(textBubble), { kind: "text", text: last, replies: labelled, buttons: [] }];
}

function showCard(card: Extract<ShownContent, { kind: "card" }>): Bubble[] {
  const choices = card.buttons.filter(({ address }) => address === null || isLink(address));
  const { labelled, list } = labelChoices(choices, { maximum: limits.buttonLabel, count: limits.buttons });
  const title = card.title.trim();
  const text = card.text.trim();
  // A button whose address is none (a variable was empty, say) cannot be a button.
  const lost = card.buttons.filter((button) => !choices.includes(button)).map(({ label }) => label);
  const image = card.image !== null && isLink(card.image) ? card.image : null;
  const isGeneric =
    image !== null &&
    title !== "" &&
    lengthOf(title) <= limits.cardTitle &&
    lengthOf(text) <= limits.cardText &&
    list === "" &&
    lost.length === 0;
  if (isGeneric) return [{ kind: "cards", cards: [{ title, text, image, buttons: labelled }] }];
  const whole = paragraphs(title, text, list, lost.join("\n"));
  const picture = image === null ? [] : [media("image", image)];
  if (labelled.length === 0) return [...picture, ...texts(whole)];
  if (labelled.length > limits.buttons) return [...picture, ...texts(whole), ...carousel(labelled)];
  const above = whole || labelled.map((one) => one.title).join("\n");
  return [...picture, ...textWithButtons(above, labelled)];
}

const types = { image: "image", video: "video", audio: "audio", application: "file" } as const;

export function shownOnMessenger(content: ShownContent): Bubble[] {
  switch (content.kind) {
    case "text":
      return content.replies.length === 0
        ? texts(content.text)
        : textWithReplies(
            content.text,
            content.replies.map((reply) => ({ ...reply, address: null })),
          );
    case "image":
      return isLink(content.address) ? [media("image", content.address)] : texts(content.description);
    case "file":
      return isLink(content.address) ? [media("file", content.address)] : texts(content.name);
    case "card":
      return showCard(content);
    case "attachment":
      return content.size <= attachmentBytes
        ? [media(types[content.category], content.address)]
        : texts(`${content.name}\n${content.address}`);
  }
}
