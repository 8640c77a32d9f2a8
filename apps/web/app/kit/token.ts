/** Messages between the tabs of one browser. */
export type TokenMessageBetweenTabs = { type: "renewed"; token: string } | { type: "signed-out" };

export interface TokenEnvironment {
  /** Fetches a new access token. The refresh cookie authorises the request. */
  refresh: () => Promise<string>;
  /** Runs `callback` under a lock that all tabs share, so that only one tab runs it at a time. */
  runInOneTab: (callback: () => Promise<string>) => Promise<string>;
  /** Sends a message to the other tabs. */
  broadcast: (message: TokenMessageBetweenTabs) => void;
}

/** Holds the access token, only in memory, so that it disappears when the page is closed. */
export interface AccessTokenStore {
  current(): string | null;
  /** Resolves when no renewal of the access token is running. */
  waitForRenewal(): Promise<void>;
  /**
   * Returns a token that differs from `staleToken`: the current token or, if that is `staleToken` itself, a renewed
   * one. Simultaneous callers share one renewal.
   */
  renew(staleToken: string | null): Promise<string>;
  /** Returns the current token. If it is older than this many milliseconds, returns a renewed one. */
  tokenYoungerThan(maxAgeMs: number): Promise<string>;
  setNewToken(token: string): void;
  forgetToken(): void;
  /** Handles a message from another tab. */
  onTabMessage(message: TokenMessageBetweenTabs): void;
}

export function createAccessTokenStore({
  refresh,
  runInOneTab,
  broadcast,
}: TokenEnvironment): AccessTokenStore {
  let token: string | null = null;
  /**
   * When this tab received the token, by the clock of this device. The server's clock may differ, so it must not be
   * used for the token's age.
   */
  let receivedAtMs = 0;
  let renewal: Promise<string> | undefined;

  function setToken(newToken: string | null): void {
    token = newToken;
    receivedAtMs = Date.now();
  }

  async function renewOnce(staleToken: string | null): Promise<string> {
    // Another tab may have renewed the token while this tab waited for the lock. If that tab's message comes too late,
    // this tab refreshes again. The server allows this, because it accepts a used refresh token for some seconds.
    if (token !== null && token !== staleToken) return token;
    const renewedToken = await refresh();
    setToken(renewedToken);
    broadcast({ type: "renewed", token: renewedToken });
    return renewedToken;
  }

  function renew(staleToken: string | null): Promise<string> {
    if (token !== null && token !== staleToken) return Promise.resolve(token);
    renewal ??= runInOneTab(() => renewOnce(staleToken)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    renew,
    current: () => token,
    waitForRenewal: async () => {
      await renewal?.catch(() => undefined);
    },
    tokenYoungerThan: (maxAgeMs) => renew(Date.now() - receivedAtMs < maxAgeMs ? null : token),
    setNewToken(newToken) {
      setToken(newToken);
      broadcast({ type: "renewed", token: newToken });
    },
    forgetToken() {
      setToken(null);
      broadcast({ type: "signed-out" });
    },
    onTabMessage(message) {
      setToken(message.type === "renewed" ? message.token : null);
    },
  };
}
