import type { RoomRole } from "@kakehashi/contract/conversations";
import type { CurrentText } from "@kakehashi/contract/kit/errors";
import type { Message } from "@kakehashi/contract/messages";
import { createContext, type RefObject, useContext } from "react";

/** A message's text while it is being edited. */
export interface EditedText {
  readonly content: string;
  /** The text of the message that the writer began from, or has seen since, and which revision it was. */
  readonly seen: CurrentText;
  /** What was sent to the server last. */
  readonly sent?: { readonly content: string };
}

export interface Editing {
  /** The message whose words are being changed. */
  readonly editing: string | null;
  /** Begins to change this message, or ends with null. Asks first, unless told not to, where words would be lost. */
  edit(id: string | null, confirmFirst?: boolean): void;
  /** What the writer has so far, also while the list shows another part of the place; null before it is first shown. */
  readonly editedText: RefObject<EditedText | null>;
  /** To be told whether they are others than those of the message. */
  setChanged(changed: boolean): void;
}

/** What the rows of a place can ask of what surrounds them. */
export interface ChatActions extends Editing {
  readonly userId: string;
  readonly role: RoomRole;
  /** Nobody is left to answer to: what is here can be read, kept and taken back. */
  readonly closed: boolean;
  /** Puts words into the composer. */
  quote(message: Message): void;
  /** Puts words that could not be sent back where they were written. */
  rewrite(content: string): void;
  /** Opens the thread of a message; there is none inside a thread. */
  openThread: ((message: Message) => void) | null;
  /** From this message on, nothing is read any more until the reader leaves. */
  markUnread(message: Message): void;
}

export const ChatContext = createContext<ChatActions | null>(null);

export function useChatActions(): ChatActions {
  const acts = useContext(ChatContext);
  if (!acts) throw new Error("Messages are shown in a room");
  return acts;
}
