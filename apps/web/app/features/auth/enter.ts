import { type RouterContextProvider, redirect } from "react-router";
import { type Guard, redirection, stranger } from "../../kit/guard.ts";
import { visitContext } from "../../kit/visit.ts";
import { loadVisitor } from "./session.ts";

/** Lets whoever opens a client-rendered page through its guards, or sends them elsewhere. */
export async function enter(request: Request, ...guards: Guard[]): Promise<null> {
  const to = redirection(guards, await loadVisitor(), new URL(request.url));
  if (to) throw redirect(to);
  return null;
}

/** The same on the server, which knows only whether somebody is signed in. */
export function enterOnServer(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  ...guards: ("guest" | "auth" | "logged-in" | "disable-routes")[]
): null {
  const { signedIn } = context.get(visitContext);
  const to = redirection(guards, { ...stranger, signedIn }, new URL(request.url));
  if (to) throw redirect(to);
  return null;
}
