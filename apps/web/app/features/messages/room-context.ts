import type { RoomRole } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { createContext, type RefObject, useContext } from "react";

/** Whether what is being changed may be left for this other message. */
export type MayLeave = (id: string) => Promise<boolean>;

export interface Editing {
  /** The message whose words are being changed. */
  readonly editing: string | null;
  edit(id: string | null): void;
  /** Set while a message is being changed. */
  readonly mayLeaveEdit: RefObject<MayLeave | null>;
}

/** What the rows of a place can ask of what surrounds them. */
export interface RoomActs extends Editing {
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

export const RoomContext = createContext<RoomActs | null>(null);

export function useRoomActs(): RoomActs {
  const acts = useContext(RoomContext);
  if (!acts) throw new Error("Messages are shown in a room");
  return acts;
}
