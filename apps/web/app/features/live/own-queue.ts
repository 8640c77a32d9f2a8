/** Returns a key for the account of an access token: the token's `sub` claim, or the whole token if it has none. */
function accountKeyOf(token: string): string {
  try {
    const [, claims = ""] = token.split(".");
    const { sub } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof sub === "string" ? sub : token;
  } catch {
    return token;
  }
}

export interface OwnQueueNameCache {
  /** Returns the name of the account's queue for live events. The name is fetched once after each sign-in. */
  queueNameFor(token: string): Promise<string>;
  /** The last fetched queue name. Undefined before the first fetch, after a failed fetch, and after `forget`. */
  getCachedName(): string | undefined;
  /** Clears the cached queue name. Call it when the server has refused the queue or the session has ended. */
  forget(): void;
}

/** Returns a cache for the queue name of the signed-in account. `fetchName` requests the name from the server. */
export function createOwnQueueNameCache(fetchName: () => Promise<string>): OwnQueueNameCache {
  let cachedQueue: { account: string; name: string } | undefined;
  return {
    async queueNameFor(token) {
      const account = accountKeyOf(token);
      if (cachedQueue?.account === account) return cachedQueue.name;
      cachedQueue = undefined;
      const name = await fetchName();
      cachedQueue = { account, name };
      return name;
    },
    getCachedName: () => cachedQueue?.name,
    forget() {
      cachedQueue = undefined;
    },
  };
}
