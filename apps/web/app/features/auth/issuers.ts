import { getIdentityIssuers } from "@kakehashi/contract/identities";
import type { RouterContextProvider } from "react-router";
import { pageVisitRouterContext } from "../../kit/visit.ts";

/** Loads on the server whether people can sign in with Google. */
export async function loadGoogleAvailability({
  context,
}: {
  context: Readonly<RouterContextProvider>;
}): Promise<{ google: boolean }> {
  const availableIssuers = await context.get(pageVisitRouterContext).call(getIdentityIssuers, {});
  return { google: availableIssuers.ok && availableIssuers.data.google };
}
