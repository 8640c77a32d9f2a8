import type { ShownBubble } from "@kakehashi/contract/flows/shown/bubbles";
import type { LabelledChoice } from "@kakehashi/contract/flows/shown/choices";
import { toZaloBubbles } from "@kakehashi/contract/flows/shown/zalo";
import type { OutgoingContent, OutgoingPayload } from "./platform.ts";
import { encodeZaloChoice } from "./zalo-choice.ts";

// Converts content for Zalo's consultation messages. Each payload is `{ message }`. The function `send` adds the
// recipient.

const messagePayload = (content: OutgoingPayload): OutgoingPayload => ({ message: content });

const createPicturePayload = (address: string): OutgoingPayload =>
  messagePayload({
    attachment: {
      type: "template",
      payload: { template_type: "media", elements: [{ media_type: "image", url: address }] },
    },
  });

const buttonOf = ({ title, choice }: LabelledChoice): OutgoingPayload =>
  choice.address === null
    ? { title, type: "oa.query.hide", payload: encodeZaloChoice(choice) }
    : { title, type: "oa.open.url", payload: { url: choice.address } };

function createBubblePayload(bubble: ShownBubble): OutgoingPayload {
  switch (bubble.kind) {
    case "text": {
      const { text, buttons } = bubble;
      if (buttons.length === 0) return messagePayload({ text });
      return messagePayload({
        text,
        attachment: { type: "template", payload: { buttons: buttons.map(buttonOf) } },
      });
    }
    case "media":
      return createPicturePayload(bubble.address);
    case "cards":
      throw new Error("Zalo shows no cards.");
  }
}

export const renderForZalo = (content: OutgoingContent): OutgoingPayload[] =>
  toZaloBubbles(content).map(createBubblePayload);
