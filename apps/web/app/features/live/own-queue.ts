/** Returns the account of an access token: its `sub` claim, or the whole token if it has no such claim. */
function accountOf(token: string): string {
  try {
    const [, claims = ""] = token.split(".");
    const { sub } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof sub === "string" ? sub : token;
  } catch {
    return token;
  }
}

export interface QueueNameCache {
  /**
   * Returns the queue name of the token's account. It is fetched once, and again after another account has
   * signed in.
   */
  queueNameFor(token: string): Promise<string>;
  /**
   * The queue name that was fetched last. Undefined before the first fetch, after a failed one, and once it
   * is forgotten.
   */
  current(): string | undefined;
  /** Forgets the queue name. Call it if the server refused that queue, or when the session has ended. */
  forget(): void;
}

/** Remembers the name of the signed-in account's queue. `fetchName` requests it from the server. */
export function createQueueNameCache(fetchName: () => Promise<string>): QueueNameCache {
  let cached: { account: string; name: string } | undefined;
  return {
    async queueNameFor(token) {
      const account = accountOf(token);
      if (cached?.account === account) return cached.name;
      cached = undefined;
      const name = await fetchName();
      cached = { account, name };
      return name;
    },
    current: () => cached?.name,
    forget() {
      cached = undefined;
    },
  };
}
