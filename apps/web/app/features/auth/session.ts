import { confirmSignUp, serviceName, signIn } from "@kakehashi/contract/auth";
import {
  endReasonOfErrorCode,
  type SessionEndReason,
  signOut as signOutEndpoint,
} from "@kakehashi/contract/sessions";
import { signInTwoStep } from "@kakehashi/contract/two-step";
import { type Account, getAccount } from "@kakehashi/contract/users";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call, onSessionEnd, tokens } from "../../kit/api.ts";
import { ApiError, isOutage } from "../../kit/api-error.ts";
import type { Visitor } from "../../kit/guard.ts";
import { clearDeviceData } from "../../kit/offline.ts";
import { clearOfflineStorage, readStored, setStorageOwner, storeOffline } from "../../kit/offline-storage.ts";
import { queryClient } from "../../kit/query.ts";
import { createStore } from "../../kit/store.ts";

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  // Remembers that the server-rendered page has no session, so that the browser does not ask the server again.
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
}

const storedAccountKey = "account";
/** Whether the account was read from this browser's storage and not from the server. */
let isAccountFromStorage = false;
/** Whether this page is signing out by itself. If so, the page does not report that the session ended. */
let isSigningOut = false;

/** The signed-in person's account. Null when signed out. Offline, the last stored account. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: async ({ signal }): Promise<Account | null> => {
    try {
      const account = await readAccount(signal);
      if (!account) await clearOfflineStorage();
      return account;
    } catch (error) {
      const storedAccount = isOutage(error) ? await readStored<Account>(storedAccountKey) : null;
      if (!storedAccount) throw error;
      isAccountFromStorage = true;
      return storedAccount;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Stores the account for offline use, and makes it the owner of everything that is stored from now on. */
export function cacheAccount(account: Account): void {
  setStorageOwner(account.id);
  storeOffline(storedAccountKey, account);
}

/** After a reconnect, fetches the account if only the stored copy is known. */
export function refetchStoredAccount(): void {
  if (!isAccountFromStorage) return;
  isAccountFromStorage = false;
  void queryClient().invalidateQueries(accountQuery);
}

/** Returns the signed-in person's account. Undefined while it loads. */
export function useAccount(): Account | null | undefined {
  return useQuery(accountQuery).data;
}

/** What the guards need to know about the visitor. Null when signed out. */
export async function loadVisitor(): Promise<Visitor | null> {
  const account = await queryClient().ensureQueryData(accountQuery);
  return account && toVisitor(account);
}

export function toVisitor(account: Pick<Account, "role" | "working_language" | "account_type">): Visitor {
  return {
    role: account.role,
    workingLanguage: account.working_language,
    accountType: account.account_type,
  };
}

export async function startSession(email: string, password: string): Promise<Account> {
  const { data } = await call(signIn, { body: { email, password, service: serviceName, cookie_only: true } });
  return signInWithToken(data.access_token);
}

/** Confirms an e-mail address with the token from the mailed link, and signs in. */
export async function confirmEmailAddress(body: {
  token: string;
  password: string;
  confirm_password?: string | undefined;
}): Promise<Account> {
  const { data } = await call(confirmSignUp, { body: { ...body, cookie_only: true } });
  return signInWithToken(data.access_token);
}

/** Sends the code of the second step of signing in. A cookie proves that the password was right. */
export async function signInWithCode(code: string): Promise<Account> {
  const { data } = await call(signInTwoStep, { body: { code, cookie_only: true } });
  return signInWithToken(data.access_token);
}

async function signInWithToken(accessToken: string): Promise<Account> {
  tokens.setNewToken(accessToken);
  document.documentElement.dataset.signedIn = "true";
  const client = queryClient();
  client.clear();
  const { data: account } = await call(getAccount);
  client.setQueryData(accountQuery.queryKey, account);
  return account;
}

/** Signs out in all tabs and opens the site's start page. */
export async function endSession(): Promise<void> {
  await call(signOutEndpoint);
  isSigningOut = true;
  await clearDeviceData();
  tokens.forgetToken();
  location.assign("/");
}

/**
 * The address of the site's start page, in the reader's language if it exists, with the reason why the session ended.
 */
function startPageWithReason(reason: SessionEndReason | null): string {
  if (!reason) return "/";
  const { lang } = document.documentElement;
  return lang === "vi" ? `/vi?notice=${reason}` : `/?notice=${reason}&lang=${lang}`;
}

/**
 * The function that closes the dialog in which the person signs in again. It takes the token of the new session, or
 * null if the person leaves the page without signing in. The store is null while no such dialog is open.
 */
export const signInQuestion = createStore<((token: string | null) => void) | null>(null);

/**
 * Watches the end of the session. If it expired, the sign-in opens above the page, so that nothing written
 * is lost. If somebody ended it, the site's start page opens and says why.
 */
export function watchSessionEnd(): () => void {
  let newToken: Promise<string | null> | undefined;
  return onSessionEnd(async (code = "") => {
    if (isSigningOut || !queryClient().getQueryData(accountQuery.queryKey)) return null;
    const reason = endReasonOfErrorCode(code);
    if (reason === "expired") {
      newToken ??= new Promise<string | null>((answer) => signInQuestion.set(answer)).finally(() => {
        newToken = undefined;
        signInQuestion.set(null);
      });
      const token = await newToken;
      if (token) return token;
    }
    void clearOfflineStorage().finally(() => location.assign(startPageWithReason(reason)));
    return null;
  });
}
