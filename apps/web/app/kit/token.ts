/** What the tabs of one browser tell each other. */
export type TokenNews = { type: "renewed"; token: string } | { type: "signed-out" };

export interface TokenParts {
  /** Trades the refresh cookie for a new access token. */
  refresh: () => Promise<string>;
  /** Runs `work` while no other tab does. */
  exclusively: (work: () => Promise<string>) => Promise<string>;
  /** Tells the other tabs. */
  tell: (news: TokenNews) => void;
}

/** Keeps the access token: in memory alone, so that no script finds it after the page is gone. */
export interface Tokens {
  current(): string | null;
  /** Resolves when no renewal is under way. */
  settled(): Promise<void>;
  /** A token other than `stale`: the one at hand, else a renewed one. Everybody who asks shares one renewal. */
  renew(stale: string | null): Promise<string>;
  /** The token at hand, renewed when it is older than this many milliseconds. */
  youngerThan(age: number): Promise<string>;
  keep(token: string): void;
  forget(): void;
  /** News from another tab. */
  hear(news: TokenNews): void;
}

export function createTokens({ refresh, exclusively, tell }: TokenParts): Tokens {
  let token: string | null = null;
  /** By this machine's clock alone, so that it need not agree with the server's. */
  let since = 0;
  let renewal: Promise<string> | undefined;

  function hold(given: string | null): void {
    token = given;
    since = Date.now();
  }

  async function renewOnce(stale: string | null): Promise<string> {
    // Another tab may have renewed while this one waited for its turn. Its news can also come too late; the server
    // answers a refresh token that was just rotated for some seconds, so that nobody is thrown out by the race.
    if (token !== null && token !== stale) return token;
    const renewed = await refresh();
    hold(renewed);
    tell({ type: "renewed", token: renewed });
    return renewed;
  }

  function renew(stale: string | null): Promise<string> {
    if (token !== null && token !== stale) return Promise.resolve(token);
    renewal ??= exclusively(() => renewOnce(stale)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    renew,
    current: () => token,
    settled: async () => {
      await renewal?.catch(() => undefined);
    },
    youngerThan: (age) => renew(Date.now() - since < age ? null : token),
    keep(given) {
      hold(given);
      tell({ type: "renewed", token: given });
    },
    forget() {
      hold(null);
      tell({ type: "signed-out" });
    },
    hear(news) {
      hold(news.type === "renewed" ? news.token : null);
    },
  };
}
