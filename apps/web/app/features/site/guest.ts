import type { RouterContextProvider } from "react-router";
import { type Visit, visitContext } from "../../kit/visit.ts";
import { enterOnServer } from "../auth/enter.ts";

interface Arguments {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The guard of most public pages: whoever is signed in goes on to their own start page. */
export function asGuest(given: Arguments): Visit {
  enterOnServer(given, "guest");
  return given.context.get(visitContext);
}
