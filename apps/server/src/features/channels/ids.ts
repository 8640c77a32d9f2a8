import { idOf } from "../../kit/ids.ts";
import type { OpenEvent } from "./event-store.ts";

type IdKey = Pick<OpenEvent, "page_id" | "event">;

/**
 * The id of the message that an event creates. The id is computed from the event, so that an event that arrives twice
 * creates one message.
 */
export const clientIdOf = ({ page_id, event }: IdKey): string => idOf(`${page_id} ${event.key}`);

/**
 * The id of a file that an event carries. The id is computed from the event, so that a file that is fetched twice is
 * stored once.
 */
export const fileIdOf = (event: IdKey, position: number): string => idOf(`${clientIdOf(event)} ${position}`);
