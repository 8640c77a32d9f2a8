import { describe, expect, it } from "vitest";
import { type AccessTokenStore, createAccessTokenStore, type TokenMessageBetweenTabs } from "./token.ts";

/** Creates several tabs of one fake browser. They share a lock, a channel, and a server that counts token refreshes. */
function createTabs(count: number) {
  let refreshCount = 0;
  let lockQueue: Promise<unknown> = Promise.resolve();
  const tabs: AccessTokenStore[] = [];
  for (let index = 0; index < count; index++) {
    const tokens: AccessTokenStore = createAccessTokenStore({
      refresh: async () => `token-${++refreshCount}`,
      runInOneTab(task) {
        const turnInQueue = lockQueue.then(task);
        lockQueue = turnInQueue.catch(() => undefined);
        return turnInQueue;
      },
      broadcast(message: TokenMessageBetweenTabs) {
        for (const otherTab of tabs) if (otherTab !== tokens) otherTab.onTabMessage(message);
      },
    });
    tabs.push(tokens);
  }
  return { all: tabs, refreshes: () => refreshCount };
}

describe("tokens", () => {
  it("are renewed once when three tabs ask at the same time", async () => {
    const { all, refreshes } = createTabs(3);
    const renewedTokens = await Promise.all(all.map((tokens) => tokens.renew(null)));
    expect(renewedTokens).toEqual(["token-1", "token-1", "token-1"]);
    expect(refreshes()).toBe(1);
  });

  it("are renewed again when the current one is stale", async () => {
    const { all, refreshes } = createTabs(2);
    const [thisTab, otherTab] = all;
    const oldToken = await thisTab?.renew(null);
    expect(await thisTab?.renew(oldToken ?? null)).toBe("token-2");
    expect(await otherTab?.renew(oldToken ?? null)).toBe("token-2");
    expect(refreshes()).toBe(2);
  });

  it("are gone in every tab after one signs out", async () => {
    const { all } = createTabs(2);
    await all[0]?.renew(null);
    all[1]?.forgetToken();
    expect(all.map((tokens) => tokens.current())).toEqual([null, null]);
  });

  it("can be asked for again after a renewal failed", async () => {
    let isServerFailing = true;
    const tokens = createAccessTokenStore({
      refresh: async () => {
        if (isServerFailing) throw new Error("no connection");
        return "token";
      },
      runInOneTab: (task) => task(),
      broadcast: () => undefined,
    });
    await expect(tokens.renew(null)).rejects.toThrow("no connection");
    await tokens.waitForRenewal();
    isServerFailing = false;
    await expect(tokens.renew(null)).resolves.toBe("token");
  });
});
