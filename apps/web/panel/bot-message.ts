import type { VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import { createLinkedText, element, link } from "./elements.ts";
import type { PanelTexts } from "./texts.ts";

type BotMessage = VisitorTurn["said"][number];

interface BotMessageOptions {
  readonly texts: PanelTexts;
  /**
   * Called with the pressed reply button. Null if the question is already answered, so that its buttons are not shown.
   */
  readonly choose: ((id: string, label: string) => void) | null;
}

function createReplyButton(
  id: string,
  label: string,
  choose: BotMessageOptions["choose"],
): HTMLButtonElement {
  const button = element("button", { type: "button", class: "reply" }, label);
  button.disabled = choose === null;
  if (choose) button.addEventListener("click", () => choose(id, label));
  return button;
}

/** Creates an image element. If the image fails to load, its description replaces it. */
function createPictureElement(src: string, alt: string): HTMLElement {
  const image = element("img", {
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
export function drawBotMessage(said: BotMessage, { texts, choose }: BotMessageOptions): Node[] {
  switch (said.kind) {
    case "text": {
      const nodes: Node[] = [];
      if (said.text.trim() !== "")
        nodes.push(element("p", { class: "bubble" }, createLinkedText(said.text, texts.opensNew)));
      // Leave out the reply buttons of an answered question, because they have no function any more.
      if (choose && said.replies.length > 0)
        nodes.push(
          element(
            "div",
            { class: "replies" },
            ...said.replies.map(({ id, label }) => createReplyButton(id, label, choose)),
          ),
        );
      return nodes;
    }
    case "image":
      return [
        element("div", { class: "bubble media" }, createPictureElement(said.address, said.description)),
      ];
    case "file":
      return [
        element("p", { class: "bubble" }, link(said.address, said.name || said.address, texts.opensNew)),
      ];
    case "card":
      return [
        element(
          "div",
          { class: "bubble card" },
          said.image ? createPictureElement(said.image, "") : null,
          said.title.trim() !== "" && element("strong", {}, said.title),
          said.text.trim() !== "" && element("p", {}, createLinkedText(said.text, texts.opensNew)),
          ...said.buttons.map(({ id, label, address }) =>
            address === null
              ? createReplyButton(id, label, choose)
              : link(address, label, texts.opensNew, "reply"),
          ),
        ),
      ];
  }
}
