import type { ShownBubble, ShownCard } from "@kakehashi/contract/flows/shown/bubbles";
import type { LabelledChoice } from "@kakehashi/contract/flows/shown/choices";
import { toMessengerBubbles } from "@kakehashi/contract/flows/shown/messenger";
import type { OutgoingContent, OutgoingPayload } from "./platform.ts";

// Converts content for Messenger's Send API. Each payload is `{ message }`. The function `send` adds the recipient.

const createMessagePayload = (content: OutgoingPayload): OutgoingPayload => ({ message: content });
const createAttachmentPayload = (type: string, payload: OutgoingPayload): OutgoingPayload =>
  createMessagePayload({ attachment: { type, payload } });

const createButtonPayload = ({ title, choice: { id, address } }: LabelledChoice): OutgoingPayload =>
  address === null ? { type: "postback", title, payload: id } : { type: "web_url", title, url: address };

const createQuickReplyPayload = ({ title, choice }: LabelledChoice): OutgoingPayload => ({
  content_type: "text",
  title,
  payload: choice.id,
});

const createCardElement = ({ title, text, image, buttons }: ShownCard): OutgoingPayload => ({
  title,
  ...(text !== "" && { subtitle: text }),
  ...(image !== null && { image_url: image }),
  ...(buttons.length > 0 && { buttons: buttons.map(createButtonPayload) }),
});

function createBubblePayload(bubble: ShownBubble): OutgoingPayload {
  switch (bubble.kind) {
    case "text": {
      const { text, replies, buttons } = bubble;
      if (buttons.length > 0)
        return createAttachmentPayload("template", {
          template_type: "button",
          text,
          buttons: buttons.map(createButtonPayload),
        });
      return createMessagePayload({
        text,
        ...(replies.length > 0 && { quick_replies: replies.map(createQuickReplyPayload) }),
      });
    }
    case "media":
      return createAttachmentPayload(bubble.mediaType, { url: bubble.address, is_reusable: false });
    case "cards":
      return createAttachmentPayload("template", {
        template_type: "generic",
        elements: bubble.cards.map(createCardElement),
      });
  }
}

export const renderForMessenger = (content: OutgoingContent): OutgoingPayload[] =>
  toMessengerBubbles(content).map(createBubblePayload);
