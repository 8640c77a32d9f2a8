import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { toAppError } from "../../kit/http/failures.ts";
import type { DefineRoute, RouteHandler } from "../../kit/http/route.ts";

/**
 * Wraps the handlers of requests that change the room `:id`. If the database connection breaks before the result
 * arrives, the change may be committed although no event was published. So the room's last `seq` is published, and
 * clients request the changes that they missed.
 */
export function withReminderAfterFailedChange(
  route: DefineRoute,
  remindOfSeq: (roomId: string) => void,
): DefineRoute {
  return <const E extends Endpoint>(
    endpoint: E,
    handle: RouteHandler<E>,
    readMultipart?: Parameters<typeof route<E>>[2],
  ) => {
    const handleWithReminder: RouteHandler<E> = async (apiCall, input) => {
      try {
        return await handle(apiCall, input);
      } catch (error) {
        const { id } = (input.params ?? {}) as { id?: string };
        if (id !== undefined && toAppError(error as Error).code === "ERR.UNAVAILABLE") remindOfSeq(id);
        throw error;
      }
    };
    route(endpoint, handleWithReminder, readMultipart);
  };
}
