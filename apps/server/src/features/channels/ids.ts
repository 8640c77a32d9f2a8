import { createIdFromText } from "../../kit/ids.ts";
import type { UnhandledEvent } from "./event-store.ts";

type PageEvent = Pick<UnhandledEvent, "page_id" | "event">;

/**
 * Returns the id of the message that an event creates. It is computed from the event, so that an event that arrives
 * twice creates one message.
 */
export const computeEventClientId = ({ page_id, event }: PageEvent): string =>
  createIdFromText(`${page_id} ${event.key}`);

/**
 * Returns the id of a file in an event. It is computed from the event, so that a file that is fetched twice is stored
 * once.
 */
export const computeEventFileId = (event: PageEvent, position: number): string =>
  createIdFromText(`${computeEventClientId(event)} ${position}`);
