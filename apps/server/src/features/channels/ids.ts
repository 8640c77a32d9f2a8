import { idOf } from "../../kit/ids.ts";
import type { UnhandledEvent } from "./event-store.ts";

type PageEvent = Pick<UnhandledEvent, "page_id" | "event">;

/**
 * The id of the message that an event creates. The id is computed from the event, so that an event that arrives twice
 * creates one message.
 */
export const clientIdOfEvent = ({ page_id, event }: PageEvent): string => idOf(`${page_id} ${event.key}`);

/**
 * The id of a file that an event carries. The id is computed from the event, so that a file that is fetched twice is
 * stored once.
 */
export const fileIdOfEvent = (event: PageEvent, position: number): string =>
  idOf(`${clientIdOfEvent(event)} ${position}`);
