import type { RoomRole } from "@kakehashi/contract/conversations";
import type { CurrentText } from "@kakehashi/contract/kit/errors";
import type { Message } from "@kakehashi/contract/messages";
import { createContext, type RefObject, useContext } from "react";

/** The text of a message while its author edits it. */
export interface EditedText {
  readonly content: string;
  /** The text and revision that the writer started from, or has seen since. */
  readonly seenText: CurrentText;
  /** The text that the writer saved last. */
  readonly savedText?: { readonly content: string };
}

export interface MessageEditing {
  /** The id of the message being edited. */
  readonly editedId: string | null;
  /**
   * Starts editing the message with this id. Null ends the editing. If changes would be lost, the writer is asked
   * first, unless `confirmFirst` is false.
   */
  edit(id: string | null, confirmFirst?: boolean): void;
  /**
   * The text that the writer is editing, with its state. It stays here while the edit box is scrolled out of the
   * document. Null until the box is shown for the first time.
   */
  readonly editedText: RefObject<EditedText | null>;
  /** Reports whether the text differs from the message. */
  setChanged(changed: boolean): void;
}

/** The state while a person chooses several messages for one action. */
export interface MessagePicking {
  /**
   * The chosen messages by id, in the order in which they were chosen. Null if the reader is not choosing
   * messages.
   */
  readonly pickedMessages: ReadonlyMap<string, Message> | null;
  /** Sets the chosen messages. Null ends the choosing. */
  setPickedMessages(pickedMessages: ReadonlyMap<string, Message> | null): void;
}

/** The functions and values that a chat's view gives to its rows. */
export interface ChatActions extends MessageEditing {
  readonly pickedMessages: MessagePicking["pickedMessages"];
  /**
   * Sets the picked messages. Null if the message is shown outside of a list, such as a root message above its replies.
   */
  readonly setPickedMessages: MessagePicking["setPickedMessages"] | null;
  readonly userId: string;
  readonly role: RoomRole;
  /**
   * Whether the conversation is closed. In a closed conversation nobody can answer, but messages can be read,
   * bookmarked and deleted.
   */
  readonly closed: boolean;
  /** Quotes a message in the composer. Null if the message is shown outside of a list. */
  readonly quote: ((message: Message) => void) | null;
  /**
   * Whether the composer writes a note for colleagues. False if it writes a message that everybody in the chat reads.
   */
  readonly writesNote: boolean;
  /** Puts the text of a failed send back into the composer. */
  appendToComposer(content: string): void;
  /** Opens the thread of a message. Null inside a thread. */
  openThread: ((message: Message) => void) | null;
  /**
   * Marks this message and all later ones as unread, until the reader leaves the chat. Null if the message is shown
   * outside of a list.
   */
  readonly markUnread: ((message: Message) => void) | null;
}

export const ChatContext = createContext<ChatActions | null>(null);

export function useChatActions(): ChatActions {
  const chatActions = useContext(ChatContext);
  if (!chatActions) throw new Error("Messages are shown in a room");
  return chatActions;
}
