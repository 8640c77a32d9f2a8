import type { TurnForVisitor } from "@kakehashi/contract/bot-visitor-shapes";
import { createElement, createLink, createLinkedText } from "./elements.ts";
import type { PanelTexts } from "./texts.ts";

type BotMessage = TurnForVisitor["said"][number];

interface BotMessageOptions {
  readonly texts: PanelTexts;
  /**
   * Called when the visitor presses a reply button. Null if the question is already answered. Then a text has no reply
   * buttons, and the reply buttons of a card are disabled.
   */
  readonly onReplyPressed: ((id: string, label: string) => void) | null;
}

function createReplyButton(
  id: string,
  label: string,
  chooseReply: BotMessageOptions["onReplyPressed"],
): HTMLButtonElement {
  const button = createElement("button", { type: "button", class: "reply" }, label);
  button.disabled = chooseReply === null;
  if (chooseReply) button.addEventListener("click", () => chooseReply(id, label));
  return button;
}

/** Creates an image element. If the image fails to load, its description replaces it. */
function createPictureElement(src: string, alt: string): HTMLElement {
  const image = createElement("img", {
    src,
    alt,
    loading: "lazy",
    decoding: "async",
    referrerpolicy: "no-referrer",
  });
  image.addEventListener("error", () => image.replaceWith(alt));
  return image;
}

/** Creates the elements for one message of the bot. */
export function drawBotMessage(botMessage: BotMessage, { texts, onReplyPressed }: BotMessageOptions): Node[] {
  switch (botMessage.kind) {
    case "text": {
      const messageNodes: Node[] = [];
      if (botMessage.text.trim() !== "")
        messageNodes.push(
          createElement("p", { class: "bubble" }, createLinkedText(botMessage.text, texts.opensNew)),
        );
      // The reply buttons of an answered question have no function any more, so they are left out.
      if (onReplyPressed && botMessage.replies.length > 0)
        messageNodes.push(
          createElement(
            "div",
            { class: "replies" },
            ...botMessage.replies.map(({ id, label }) => createReplyButton(id, label, onReplyPressed)),
          ),
        );
      return messageNodes;
    }
    case "image":
      return [
        createElement(
          "div",
          { class: "bubble media" },
          createPictureElement(botMessage.address, botMessage.description),
        ),
      ];
    case "file":
      return [
        createElement(
          "p",
          { class: "bubble" },
          createLink(botMessage.address, botMessage.name || botMessage.address, texts.opensNew),
        ),
      ];
    case "card":
      return [
        createElement(
          "div",
          { class: "bubble card" },
          botMessage.image ? createPictureElement(botMessage.image, "") : null,
          botMessage.title.trim() !== "" && createElement("strong", {}, botMessage.title),
          botMessage.text.trim() !== "" &&
            createElement("p", {}, createLinkedText(botMessage.text, texts.opensNew)),
          ...botMessage.buttons.map(({ id, label, address }) =>
            address === null
              ? createReplyButton(id, label, onReplyPressed)
              : createLink(address, label, texts.opensNew, "reply"),
          ),
        ),
      ];
  }
}
