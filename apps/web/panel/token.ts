/**
 * Stores the visitor's token for this bot. Browsers may refuse storage to a frame on another site. Then the token lasts
 * until the page is closed.
 */
export function createTokens(botId: string) {
  const key = `kakehashi.visit.${botId}`;
  let known: string | null = null;
  try {
    known = localStorage.getItem(key);
  } catch {
    // The browser refuses storage.
  }
  return {
    getToken: (): string | null => known,
    set(token: string | null): void {
      known = token;
      try {
        if (token === null) localStorage.removeItem(key);
        else localStorage.setItem(key, token);
      } catch {
        // The browser refuses storage, or it is full.
      }
    },
  };
}
