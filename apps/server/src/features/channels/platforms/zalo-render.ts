import { platformLimits } from "@kakehashi/contract/flows/limits";
import { type Choice, isLink, type Labelled, labelChoices, paragraphs, piecesOf } from "./choices.ts";
import type { OutsideContent, Payload } from "./platform.ts";
import { splitMessage } from "./text-parts.ts";
import { writeChoice } from "./zalo-choice.ts";

// What Zalo's consultation messages take. Each payload is `{ message }`; `send` adds the recipient.

const limits = platformLimits.ZALO;
/** The most bytes of a picture that Zalo fetches from an address. */
const imageBytes = 1_000_000;

const message = (content: Payload): Payload => ({ message: content });

const texts = (text: string): Payload[] =>
  splitMessage(text, limits.text).map((part) => message({ text: part }));

const picture = (address: string): Payload =>
  message({
    attachment: {
      type: "template",
      payload: { template_type: "media", elements: [{ media_type: "image", url: address }] },
    },
  });

const buttonOf = ({ title, choice }: Labelled): Payload =>
  choice.address === null
    ? { title, type: "oa.query.hide", payload: writeChoice(choice) }
    : { title, type: "oa.open.url", payload: { url: choice.address } };

const withButtons = (text: string, buttons: readonly Labelled[]): Payload =>
  message({
    text,
    attachment: { type: "template", payload: { buttons: buttons.map(buttonOf) } },
  });

/** A text and its choices. More choices than a message has buttons are in further messages, named by their numbers. */
function textWithChoices(text: string, choices: readonly Choice[]): Payload[] {
  const { labelled, list } = labelChoices(choices, { maximum: limits.buttonLabel, count: limits.buttons });
  const whole = paragraphs(text, list) || labelled.map(({ title }) => title).join("\n");
  const [first = [], ...others] = piecesOf(labelled, limits.buttons);
  const parts = splitMessage(whole, limits.text, limits.cardText);
  const last = parts.pop() ?? "";
  return [
    ...parts.map((part) => message({ text: part })),
    withButtons(last, first),
    ...others.map((buttons, index) => {
      const from = (index + 1) * limits.buttons + 1;
      const to = from + buttons.length - 1;
      return withButtons(from === to ? `${from}` : `${from}–${to}`, buttons);
    }),
  ];
}

function renderCard(card: Extract<OutsideContent, { kind: "card" }>): Payload[] {
  const choices = card.buttons.filter(({ address }) => address === null || isLink(address));
  // A button whose address is none (a variable was empty, say) cannot be a button.
  const lost = card.buttons.filter((button) => !choices.includes(button)).map(({ label }) => label);
  const whole = paragraphs(card.title, card.text, lost.join("\n"));
  return [
    ...(card.image !== null && isLink(card.image) ? [picture(card.image)] : []),
    ...(choices.length === 0 ? texts(whole) : textWithChoices(whole, choices)),
  ];
}

export function renderForZalo(content: OutsideContent): Payload[] {
  switch (content.kind) {
    case "text":
      return content.replies.length === 0
        ? texts(content.text)
        : textWithChoices(
            content.text,
            content.replies.map((reply) => ({ ...reply, address: null })),
          );
    case "image":
      return isLink(content.address) ? [picture(content.address)] : texts(content.description);
    case "file":
      return texts(paragraphs(content.name, content.address));
    case "card":
      return renderCard(content);
    case "attachment":
      return content.category === "image" && content.size <= imageBytes
        ? [picture(content.address)]
        : // Zalo takes other files only by an upload of its own, and of few kinds: people get the link.
          texts(`${content.name}\n${content.address}`);
  }
}
