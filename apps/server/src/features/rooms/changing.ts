import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { toAppError } from "../../kit/http/failures.ts";
import type { Handler, Route } from "../../kit/http/route.ts";

/**
 * For calls that change the room `:id`. If the database fails before its answer, nobody knows whether the change was
 * committed, and nobody was told. So the room's last `seq` is published.
 */
export function routesChangingARoom(route: Route, remindOfSeq: (roomId: string) => void): Route {
  return <const E extends Endpoint>(
    endpoint: E,
    handle: Handler<E>,
    readMultipart?: Parameters<typeof route<E>>[2],
  ) => {
    const changing: Handler<E> = async (call, input) => {
      try {
        return await handle(call, input);
      } catch (error) {
        const { id } = (input.params ?? {}) as { id?: string };
        if (id !== undefined && toAppError(error as Error).code === "ERR.UNAVAILABLE") remindOfSeq(id);
        throw error;
      }
    };
    route(endpoint, changing, readMultipart);
  };
}
