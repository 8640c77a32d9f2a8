import type { Bubble } from "@kakehashi/contract/flows/shown/bubbles";
import type { LabelledChoice } from "@kakehashi/contract/flows/shown/choices";
import { toZaloBubbles } from "@kakehashi/contract/flows/shown/zalo";
import type { OutsideContent, Payload } from "./platform.ts";
import { encodeChoice } from "./zalo-choice.ts";

// Converts content for Zalo's consultation messages. Each payload is `{ message }`. The function `send` adds the
// recipient.

const message = (content: Payload): Payload => ({ message: content });

const picture = (address: string): Payload =>
  message({
    attachment: {
      type: "template",
      payload: { template_type: "media", elements: [{ media_type: "image", url: address }] },
    },
  });

const buttonOf = ({ title, choice }: LabelledChoice): Payload =>
  choice.address === null
    ? { title, type: "oa.query.hide", payload: encodeChoice(choice) }
    : { title, type: "oa.open.url", payload: { url: choice.address } };

function payloadOf(bubble: Bubble): Payload {
  switch (bubble.kind) {
    case "text": {
      const { text, buttons } = bubble;
      if (buttons.length === 0) return message({ text });
      return message({
        text,
        attachment: { type: "template", payload: { buttons: buttons.map(buttonOf) } },
      });
    }
    case "media":
      return picture(bubble.address);
    case "cards":
      throw new Error("Zalo shows no cards.");
  }
}

export const renderForZalo = (content: OutsideContent): Payload[] => toZaloBubbles(content).map(payloadOf);
