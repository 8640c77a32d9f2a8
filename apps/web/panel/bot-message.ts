import type { VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import { element, link, withLinks } from "./elements.ts";
import type { PanelTexts } from "./texts.ts";

type Said = VisitorTurn["said"][number];

interface BotMessageOptions {
  readonly texts: PanelTexts;
  /** Sends the reply that the visitor pressed. Null if the bot's question is already answered. */
  readonly choose: ((id: string, label: string) => void) | null;
}

function replyButton(id: string, label: string, choose: BotMessageOptions["choose"]): HTMLButtonElement {
  const button = element("button", { type: "button", class: "reply" }, label);
  button.disabled = choose === null;
  if (choose) button.addEventListener("click", () => choose(id, label));
  return button;
}

/** Creates an image element. If the picture cannot be loaded, its description is shown instead. */
function pictureElement(src: string, alt: string): HTMLElement {
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
export function drawBotMessage(said: Said, { texts, choose }: BotMessageOptions): Node[] {
  switch (said.kind) {
    case "text": {
      const nodes: Node[] = [];
      if (said.text.trim() !== "")
        nodes.push(element("p", { class: "bubble" }, withLinks(said.text, texts.opensNew)));
      // Leave out the reply buttons of an answered question, because they cannot be pressed any more.
      if (choose && said.replies.length > 0)
        nodes.push(
          element(
            "div",
            { class: "replies" },
            ...said.replies.map(({ id, label }) => replyButton(id, label, choose)),
          ),
        );
      return nodes;
    }
    case "image":
      return [element("div", { class: "bubble media" }, pictureElement(said.address, said.description))];
    case "file":
      return [
        element("p", { class: "bubble" }, link(said.address, said.name || said.address, texts.opensNew)),
      ];
    case "card":
      return [
        element(
          "div",
          { class: "bubble card" },
          said.image ? pictureElement(said.image, "") : null,
          said.title.trim() !== "" && element("strong", {}, said.title),
          said.text.trim() !== "" && element("p", {}, withLinks(said.text, texts.opensNew)),
          ...said.buttons.map(({ id, label, address }) =>
            address === null ? replyButton(id, label, choose) : link(address, label, texts.opensNew, "reply"),
          ),
        ),
      ];
  }
}
