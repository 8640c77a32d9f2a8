import { useCallback, useSyncExternalStore } from "react";
import { onRoom, type Room, roomOf } from "./rooms.ts";

/** What `select` finds in what is known of a place, as it changes: something that stays the same draws nothing again. */
export function useRoom<T>(placeKey: string, select: (room: Room) => T): T {
  const subscribe = useCallback((listener: () => void) => onRoom(placeKey, listener), [placeKey]);
  return useSyncExternalStore(subscribe, () => select(roomOf(placeKey)));
}

/** The newest message of a place; undefined where it is not in the window. */
export const newestOf = ({ timeline }: Room) => (timeline?.below ? undefined : timeline?.messages.at(-1));
