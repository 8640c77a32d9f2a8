// What other features take of this one. They know nothing else of it; `npm run zones` checks that.

export { Writers } from "./composer/writers.tsx";
export { PlaceView, type Reader } from "./place-view.tsx";
export { MessageRow } from "./row/message-row.tsx";
export { markUnread } from "./state/acts.ts";
export { keyOf } from "./state/place.ts";
export { type RoomActs, RoomContext } from "./state/room-context.ts";
export { useEditing } from "./state/use-editing.ts";
export { newestOf, useRoom } from "./state/use-room.ts";
