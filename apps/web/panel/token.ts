/** The page around the panel, which can keep the token where the browser refuses storage to the panel itself. */
export interface TokenKeeper {
  /** Returns the stored token, or null if none is stored yet. Undefined if the page cannot store tokens. */
  find(): Promise<string | null | undefined>;
  keep(token: string | null): void;
}

/**
 * Stores the visitor's token for this bot. Browsers may refuse storage to a frame on another site. Then the page around
 * the frame keeps it (decision 100). If it cannot, the token lasts until the page is closed.
 */
export function createTokens(botId: string, keeper: TokenKeeper) {
  const key = `kakehashi.visit.${botId}`;
  let currentToken: string | null = null;
  let isTokenStored = true;
  let ready = Promise.resolve();
  try {
    currentToken = localStorage.getItem(key);
  } catch {
    // The browser refuses storage.
    isTokenStored = false;
    ready = keeper.find().then((storedToken) => {
      isTokenStored = storedToken !== undefined;
      currentToken = storedToken ?? null;
    });
  }
  return {
    /** Resolves once it is known whether a token is stored. */
    ready: (): Promise<void> => ready,
    getToken: (): string | null => currentToken,
    /** Whether the token is stored, so that the talk goes on after a reload. */
    isTokenStored: (): boolean => isTokenStored,
    /** Forgets the token in this page alone. After a reload the page finds it again. */
    leave(): void {
      currentToken = null;
    },
    set(token: string | null): void {
      currentToken = token;
      try {
        if (token === null) localStorage.removeItem(key);
        else localStorage.setItem(key, token);
      } catch {
        // The browser refuses storage, or it is full.
        keeper.keep(token);
      }
    },
  };
}
