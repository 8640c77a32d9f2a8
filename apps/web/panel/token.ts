/** The page around the chat frame. It stores the visitor's token if the browser refuses storage to the frame. */
export interface OuterTokenStore {
  /** Returns the visitor's stored token, or null if there is none yet. Undefined if the page cannot store tokens. */
  findToken(): Promise<string | null | undefined>;
  storeToken(token: string | null): void;
}

/**
 * Stores the token of the visitor's session with this bot. If the browser refuses storage to an embedded frame, the
 * page around it stores the token (decision 100). If that is impossible, too, the token is lost when the page is
 * closed.
 */
export function createSessionTokenStore(botId: string, outerTokenStore: OuterTokenStore) {
  const key = `kakehashi.visit.${botId}`;
  let currentToken: string | null = null;
  let isTokenStored = true;
  let storageCheck = Promise.resolve();
  try {
    currentToken = localStorage.getItem(key);
  } catch {
    // The browser refuses storage to this page. So ask the page around the chat frame for the stored token.
    isTokenStored = false;
    storageCheck = outerTokenStore.findToken().then((storedToken) => {
      isTokenStored = storedToken !== undefined;
      currentToken = storedToken ?? null;
    });
  }
  return {
    /** Resolves once it is known whether the visitor's token is stored. */
    ready: (): Promise<void> => storageCheck,
    getToken: (): string | null => currentToken,
    /** Whether the visitor's token is stored. If so, the chat survives a reload. */
    isTokenStored: (): boolean => isTokenStored,
    /** Forgets the visitor's token in memory. The stored token stays, and a reload reads it. */
    leave(): void {
      currentToken = null;
    },
    set(token: string | null): void {
      currentToken = token;
      try {
        if (token === null) localStorage.removeItem(key);
        else localStorage.setItem(key, token);
      } catch {
        // The browser refuses storage, or the storage is full. So ask the page around the chat frame to store the
        // token.
        outerTokenStore.storeToken(token);
      }
    },
  };
}
