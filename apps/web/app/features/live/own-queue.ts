/** Whom an access token speaks for: its subject, or the token itself where it says none. */
function accountOf(token: string): string {
  try {
    const [, claims = ""] = token.split(".");
    const { sub } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof sub === "string" ? sub : token;
  } catch {
    return token;
  }
}

export interface OwnQueue {
  /** The queue of the token's account: asked for once, and anew when another account has signed in meanwhile. */
  of(token: string): Promise<string>;
  /** What `of` answered last; undefined before, and after it failed or was forgotten. */
  current(): string | undefined;
  /** The server would not have it, or the session is over. */
  forget(): void;
}

/** The name of the signed-in account's own queue. `ask` asks the server for that of whoever is signed in now. */
export function createOwnQueue(ask: () => Promise<string>): OwnQueue {
  let known: { account: string; name: string } | undefined;
  return {
    async of(token) {
      const account = accountOf(token);
      if (known?.account === account) return known.name;
      known = undefined;
      const name = await ask();
      known = { account, name };
      return name;
    },
    current: () => known?.name,
    forget() {
      known = undefined;
    },
  };
}
