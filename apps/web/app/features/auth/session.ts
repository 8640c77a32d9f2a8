import { service, signIn, signOut as signOutEndpoint } from "@kakehashi/contract/auth";
import { signInTwoStep } from "@kakehashi/contract/two-step";
import { type Account, getAccount } from "@kakehashi/contract/users";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call, onSessionEnd, tokens } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import type { Visitor } from "../../kit/guard.ts";
import { queryClient } from "../../kit/query.ts";

/** The signed-in person's account; null for a stranger. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: async ({ signal }): Promise<Account | null> => {
    // The server has told with the page that no session came along: no need to ask twice.
    if (document.documentElement.dataset.signedIn === "false") return null;
    try {
      return (await call(getAccount, { signal })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    try {
      await tokens.renew(tokens.current());
      return (await call(getAccount, { signal })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The account; undefined while it is loading. */
export function useAccount(): Account | null | undefined {
  return useQuery(accountQuery).data;
}

/** Who opens the page, for its guards; null for a stranger. */
export async function loadVisitor(): Promise<Visitor | null> {
  const account = await queryClient().ensureQueryData(accountQuery);
  return account && visitorOf(account);
}

export function visitorOf(account: Pick<Account, "role" | "working_language" | "account_type">): Visitor {
  return {
    role: account.role,
    workingLanguage: account.working_language,
    accountType: account.account_type,
  };
}

export async function startSession(email: string, password: string): Promise<Account> {
  const { data } = await call(signIn, { body: { email, password, service } });
  return begin(data.access_token);
}

/** The second step; that the first was taken, a cookie says. */
export async function finishSession(code: string): Promise<Account> {
  const { data } = await call(signInTwoStep, { body: { code } });
  return begin(data.access_token);
}

async function begin(accessToken: string): Promise<Account> {
  tokens.keep(accessToken);
  document.documentElement.dataset.signedIn = "true";
  const client = queryClient();
  client.clear();
  const { data: account } = await call(getAccount);
  client.setQueryData(accountQuery.queryKey, account);
  return account;
}

/** Ends the session here and in every other tab, and leaves for the root. */
export async function endSession(): Promise<void> {
  await call(signOutEndpoint);
  tokens.forget();
  location.assign("/");
}

/** Leaves for the root when a session ends under somebody who works in it (spec §4). */
export function watchSession(): () => void {
  return onSessionEnd(() => {
    if (queryClient().getQueryData(accountQuery.queryKey)) location.assign("/");
  });
}
