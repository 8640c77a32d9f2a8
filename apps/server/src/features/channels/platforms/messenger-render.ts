import { platformLimits } from "@kakehashi/contract/flows/limits";
import { type Choice, isLink, type Labelled, labelChoices, paragraphs, piecesOf } from "./choices.ts";
import type { OutsideContent, Payload } from "./platform.ts";
import { lengthOf, splitMessage } from "./text-parts.ts";

// What Messenger's Send API takes. Each payload is `{ message }`; `send` adds the recipient.

const limits = platformLimits.MESSENGER;
/** The most characters of the text above the buttons of a button template. */
const buttonText = 640;
/** The most bytes of a file. */
const attachmentBytes = 25_000_000;

const message = (content: Payload): Payload => ({ message: content });

const texts = (text: string): Payload[] =>
  splitMessage(text, limits.text).map((part) => message({ text: part }));

const attachment = (type: string, payload: Payload): Payload => message({ attachment: { type, payload } });
const media = (type: string, address: string): Payload =>
  attachment(type, { url: address, is_reusable: false });

const buttonOf = ({ title, choice: { id, address } }: Labelled): Payload =>
  address === null ? { type: "postback", title, payload: id } : { type: "web_url", title, url: address };

/**
 * A text above at most three buttons. What is too long for the template goes before it, as messages of its own.
 */
function textWithButtons(text: string, buttons: readonly Labelled[]): Payload[] {
  const parts = splitMessage(text, limits.text, buttonText);
  const last = parts.pop() ?? "";
  return [
    ...parts.map((part) => message({ text: part })),
    attachment("template", { template_type: "button", text: last, buttons: buttons.map(buttonOf) }),
  ];
}

/** More buttons than a template has, as cards side by side. Each card is named by the numbers of its buttons. */
function carousel(labelled: readonly Labelled[]): Payload[] {
  const cards = piecesOf(labelled, limits.buttons).map((buttons, index) => {
    const first = index * limits.buttons + 1;
    const last = first + buttons.length - 1;
    return { title: first === last ? `${first}` : `${first}–${last}`, buttons: buttons.map(buttonOf) };
  });
  return piecesOf(cards, 10).map((elements) =>
    attachment("template", { template_type: "generic", elements }),
  );
}

/** A text with choices: quick replies if they are few, else cards that hold them all. */
function textWithReplies(text: string, choices: readonly Choice[]): Payload[] {
  const { labelled, list } = labelChoices(choices, { maximum: limits.replyLabel, count: limits.replies });
  // Quick replies need a text above them.
  const whole = paragraphs(text, list) || labelled.map(({ title }) => title).join("\n");
  if (choices.length > limits.replies) return [...texts(whole), ...carousel(labelled)];
  const parts = splitMessage(whole, limits.text);
  const last = parts.pop() ?? "";
  const quickReplies = labelled.map(({ title, choice }) => ({
    content_type: "text",
    title,
    payload: choice.id,
  }));
  return [
    ...parts.map((part) => message({ text: part })),
    message({ text: last, quick_replies: quickReplies }),
  ];
}

function renderCard(card: Extract<OutsideContent, { kind: "card" }>): Payload[] {
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
  if (isGeneric)
    return [
      attachment("template", {
        template_type: "generic",
        elements: [
          {
            title,
            ...(text && { subtitle: text }),
            image_url: image,
            ...(labelled.length > 0 && { buttons: labelled.map(buttonOf) }),
          },
        ],
      }),
    ];
  const whole = paragraphs(title, text, list, lost.join("\n"));
  const picture = image === null ? [] : [media("image", image)];
  if (labelled.length === 0) return [...picture, ...texts(whole)];
  if (labelled.length > limits.buttons) return [...picture, ...texts(whole), ...carousel(labelled)];
  const above = whole || labelled.map((one) => one.title).join("\n");
  return [...picture, ...textWithButtons(above, labelled)];
}

const types = { image: "image", video: "video", audio: "audio", application: "file" } as const;

export function renderForMessenger(content: OutsideContent): Payload[] {
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
      return renderCard(content);
    case "attachment":
      return content.size <= attachmentBytes
        ? [media(types[content.category], content.address)]
        : texts(`${content.name}\n${content.address}`);
  }
}
