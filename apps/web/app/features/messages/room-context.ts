import type { RoomRole } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { createContext, useContext } from "react";

/** What the rows of a place can ask of what surrounds them. */
export interface RoomActs {
  readonly userId: string;
  readonly role: RoomRole;
  /** Nobody is left to answer to: what is here can be read, kept and taken back. */
  readonly closed: boolean;
  /** The message whose words are being changed. */
  readonly editing: string | null;
  edit(id: string | null): void;
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
