import { confirmSignUp, signIn, signInServiceName } from "@kakehashi/contract/auth";
import {
  findEndReasonOfErrorCode,
  type SignInSessionEndReason,
  signOut as signOutEndpoint,
} from "@kakehashi/contract/sessions";
import { signInTwoStep } from "@kakehashi/contract/two-step";
import { type Account, getAccount } from "@kakehashi/contract/users";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { accessTokenStore, call, onSessionEnd } from "../../kit/api.ts";
import { ApiError, isTemporaryError } from "../../kit/api-error.ts";
import type { GuardVisitor } from "../../kit/guard.ts";
import { clearDeviceData } from "../../kit/offline.ts";
import {
  clearOfflineStorage,
  readOfflineValue,
  setStorageOwner,
  storeOffline,
} from "../../kit/offline-storage.ts";
import { getQueryClient } from "../../kit/query.ts";
import { createValueStore } from "../../kit/store.ts";

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  // If the page from the server already says that nobody is signed in, do not ask the server again.
  if (document.documentElement.dataset.signedIn === "false") return null;
  try {
    return (await call(getAccount, { signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  try {
    await accessTokenStore.renew(accessTokenStore.current());
    return (await call(getAccount, { signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return null;
  }
}

const storedAccountKey = "account";
/** Whether the account was read from this browser's storage, because the server could not be reached. */
let isAccountFromStorage = false;
/**
 * Whether the person has just pressed "sign out" in this tab. The tab then shows no message that the session has ended.
 */
let isSigningOut = false;

/**
 * Fetches the signed-in person's account. Null if nobody is signed in. If the server cannot be reached, returns the
 * account that this browser has stored last.
 */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: async ({ signal }): Promise<Account | null> => {
    try {
      const account = await readAccount(signal);
      if (!account) await clearOfflineStorage();
      return account;
    } catch (error) {
      const storedAccount = isTemporaryError(error)
        ? await readOfflineValue<Account>(storedAccountKey)
        : null;
      if (!storedAccount) throw error;
      isAccountFromStorage = true;
      return storedAccount;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Stores the account for offline use. All data that this browser stores from now on belongs to this account. */
export function storeAccountOffline(account: Account): void {
  setStorageOwner(account.id);
  storeOffline(storedAccountKey, account);
}

/** Fetches the account from the server if it was read from this browser's storage. Call this after each reconnect. */
export function refetchAccountIfFromStorage(): void {
  if (!isAccountFromStorage) return;
  isAccountFromStorage = false;
  void getQueryClient().invalidateQueries(accountQuery);
}

/** Returns the signed-in person's account. Null if nobody is signed in, undefined while the account loads. */
export function useAccount(): Account | null | undefined {
  return useQuery(accountQuery).data;
}

/** Loads the facts about the signed-in person that the guards check. Null if nobody is signed in. */
export async function loadGuardVisitor(): Promise<GuardVisitor | null> {
  const account = await getQueryClient().ensureQueryData(accountQuery);
  return account && toGuardVisitor(account);
}

export function toGuardVisitor(
  account: Pick<Account, "role" | "working_language" | "account_type">,
): GuardVisitor {
  return {
    role: account.role,
    workingLanguage: account.working_language,
    accountType: account.account_type,
  };
}

export async function signInWithPassword(email: string, password: string): Promise<Account> {
  const { data } = await call(signIn, {
    body: { email, password, service: signInServiceName, cookie_only: true },
  });
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

/** Sends the code of the second sign-in step. A cookie from the first step proves that the password was right. */
export async function signInWithTwoStepCode(code: string): Promise<Account> {
  const { data } = await call(signInTwoStep, { body: { code, cookie_only: true } });
  return signInWithToken(data.access_token);
}

async function signInWithToken(accessToken: string): Promise<Account> {
  accessTokenStore.setNewToken(accessToken);
  document.documentElement.dataset.signedIn = "true";
  const client = getQueryClient();
  client.clear();
  const { data: account } = await call(getAccount);
  client.setQueryData(accountQuery.queryKey, account);
  return account;
}

/** Signs out in all tabs and opens the site's start page. */
export async function signOutInAllTabs(): Promise<void> {
  await call(signOutEndpoint);
  isSigningOut = true;
  await clearDeviceData();
  accessTokenStore.forgetToken();
  location.assign("/");
}

/**
 * Returns the address of the site's start page in the reader's language. Its query contains the reason why the session
 * ended, so that the start page can show it.
 */
function buildStartPagePath(reason: SignInSessionEndReason | null): string {
  if (!reason) return "/";
  const { lang } = document.documentElement;
  return lang === "vi" ? `/vi?notice=${reason}` : `/?notice=${reason}&lang=${lang}`;
}

/**
 * The function that closes the sign-in dialog. Its argument is the token of the new session, or null if the person
 * leaves the page without signing in. The store contains null while the dialog is closed.
 */
export const signInDialogCloserStore = createValueStore<((token: string | null) => void) | null>(null);

/**
 * Handles the end of the session from now on. If the session has expired, a sign-in dialog opens above the page, so
 * that no typed text is lost. If somebody has ended the session, the browser goes to the site's start page, which says
 * why. Returns a function that removes this handler.
 */
export function startHandlingSessionEnd(): () => void {
  let newTokenPromise: Promise<string | null> | undefined;
  return onSessionEnd(async (code = "") => {
    if (isSigningOut || !getQueryClient().getQueryData(accountQuery.queryKey)) return null;
    const reason = findEndReasonOfErrorCode(code);
    if (reason === "expired") {
      newTokenPromise ??= new Promise<string | null>((resolveToken) =>
        signInDialogCloserStore.set(resolveToken),
      ).finally(() => {
        newTokenPromise = undefined;
        signInDialogCloserStore.set(null);
      });
      const token = await newTokenPromise;
      if (token) return token;
    }
    void clearOfflineStorage().finally(() => location.assign(buildStartPagePath(reason)));
    return null;
  });
}
