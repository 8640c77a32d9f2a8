import type { RoomRole } from "@kakehashi/contract/conversations";
import type { CurrentText } from "@kakehashi/contract/kit/errors";
import type { Message } from "@kakehashi/contract/messages";
import { createContext, type RefObject, useContext } from "react";

/** The text of a message while its author edits it. */
export interface EditedText {
  readonly content: string;
  /** The text and revision with which the writer started, or a newer version that the editor has shown since. */
  readonly seenText: CurrentText;
  /** The text that the writer saved last. */
  readonly submittedText?: { readonly content: string };
}

export interface MessageEditing {
  /** The id of the message that is being edited. */
  readonly editedId: string | null;
  /**
   * Starts editing the message with this id. Null ends the editing. If changes would be lost, asks the writer first,
   * unless `confirmFirst` is false.
   */
  edit(id: string | null, confirmFirst?: boolean): void;
  /**
   * The text in the edit box, with its state. It stays here while the box is scrolled out of the document. Null before
   * the box is first shown.
   */
  readonly editedText: RefObject<EditedText | null>;
  /** Reports whether the edited text differs from the saved message. */
  reportChanged(changed: boolean): void;
}

/** The state while a person chooses several messages for one action. */
export interface MessagePicking {
  /** The selected messages by id, in the order of selection. Null if the reader is not selecting messages. */
  readonly pickedMessages: ReadonlyMap<string, Message> | null;
  /** Sets the selected messages. Null ends the selection. */
  setPickedMessages(pickedMessages: ReadonlyMap<string, Message> | null): void;
}

/** The functions and values that a chat's view gives to its rows. */
export interface ChatActions extends MessageEditing {
  readonly pickedMessages: MessagePicking["pickedMessages"];
  /**
   * Sets the selected messages. Null where messages cannot be selected, such as for the root message above its replies.
   */
  readonly setPickedMessages: MessagePicking["setPickedMessages"] | null;
  readonly userId: string;
  readonly roomRole: RoomRole;
  /**
   * Whether the conversation is closed. Nobody can send a message in it, except a note for colleagues. Messages can
   * still be read, bookmarked and deleted.
   */
  readonly isClosed: boolean;
  /**
   * Quotes a message in the composer. Null if the view has no composer for it, such as for a root message above its
   * replies.
   */
  readonly quote: ((message: Message) => void) | null;
  /**
   * Whether the composer writes a note for colleagues. False if it writes a message that everybody in the chat reads.
   */
  readonly writesNote: boolean;
  /** Appends a text to the composer, for example the text of a message that could not be sent. */
  appendToComposer(content: string): void;
  /** Opens the thread of a message. Null inside a thread. */
  openThread: ((message: Message) => void) | null;
  /**
   * Marks this message and all later ones as unread. They stay unread until the reader writes a message or opens the
   * chat again. Null where this is not possible.
   */
  readonly markUnread: ((message: Message) => void) | null;
}

export const ChatActionsContext = createContext<ChatActions | null>(null);

export function useChatActions(): ChatActions {
  const chatActions = useContext(ChatActionsContext);
  if (!chatActions) throw new Error("Messages are shown in a room");
  return chatActions;
}
