import type { VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import { createElement, createLink, createLinkedText } from "./elements.ts";
import type { PanelTexts } from "./texts.ts";

type BotMessage = VisitorTurn["said"][number];

interface BotMessageOptions {
  readonly texts: PanelTexts;
  /**
   * Called when the visitor presses a reply button. Null if the question is already answered: its buttons are then not
   * drawn.
   */
  readonly onReplyPressed: ((id: string, label: string) => void) | null;
}

function createReplyButton(
  id: string,
  label: string,
  choose: BotMessageOptions["onReplyPressed"],
): HTMLButtonElement {
  const button = createElement("button", { type: "button", class: "reply" }, label);
  button.disabled = choose === null;
  if (choose) button.addEventListener("click", () => choose(id, label));
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
export function drawBotMessage(
  saidMessage: BotMessage,
  { texts, onReplyPressed }: BotMessageOptions,
): Node[] {
  switch (saidMessage.kind) {
    case "text": {
      const nodes: Node[] = [];
      if (saidMessage.text.trim() !== "")
        nodes.push(
          createElement("p", { class: "bubble" }, createLinkedText(saidMessage.text, texts.opensNew)),
        );
      // The reply buttons of an answered question have no function any more, so they are left out.
      if (onReplyPressed && saidMessage.replies.length > 0)
        nodes.push(
          createElement(
            "div",
            { class: "replies" },
            ...saidMessage.replies.map(({ id, label }) => createReplyButton(id, label, onReplyPressed)),
          ),
        );
      return nodes;
    }
    case "image":
      return [
        createElement(
          "div",
          { class: "bubble media" },
          createPictureElement(saidMessage.address, saidMessage.description),
        ),
      ];
    case "file":
      return [
        createElement(
          "p",
          { class: "bubble" },
          createLink(saidMessage.address, saidMessage.name || saidMessage.address, texts.opensNew),
        ),
      ];
    case "card":
      return [
        createElement(
          "div",
          { class: "bubble card" },
          saidMessage.image ? createPictureElement(saidMessage.image, "") : null,
          saidMessage.title.trim() !== "" && createElement("strong", {}, saidMessage.title),
          saidMessage.text.trim() !== "" &&
            createElement("p", {}, createLinkedText(saidMessage.text, texts.opensNew)),
          ...saidMessage.buttons.map(({ id, label, address }) =>
            address === null
              ? createReplyButton(id, label, onReplyPressed)
              : createLink(address, label, texts.opensNew, "reply"),
          ),
        ),
      ];
  }
}
