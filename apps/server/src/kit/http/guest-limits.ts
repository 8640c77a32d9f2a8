import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createCallLimiter } from "./limits.ts";
import { networkOf } from "./network.ts";

/**
 * Maximum number of guest keys that a process remembers. The least recently used key is dropped first, and then counts
 * as unknown.
 */
const maximumKeys = 50_000;

/**
 * Remembers the keys of guests who have no session, for example the tokens of a bot's visitors. A key becomes known
 * when a request with it succeeds, because this proves that the key is valid.
 */
export function createKnownGuestKeys() {
  // Creates the cache on first use, because a cache reserves its memory at once, and many servers have no guests.
  let cache: LRUCache<string, true> | undefined;
  return {
    has: (key: string): boolean => cache?.get(key) === true,
    add: (key: string): void => {
      cache ??= new LRUCache({ max: maximumKeys });
      cache.set(key, true);
    },
  };
}

export interface GuestLimits {
  /** Counts a request. Throws ERR.TOO_MANY if the guest sent too many requests. */
  countRequest(request: FastifyRequest): void;
  /** Remembers the key of a request as valid, because the request succeeded. */
  rememberValidGuestKey(request: FastifyRequest): void;
}

/**
 * Limits requests without a session. Requests are counted for the client's network, or for the guest's key if the key
 * is known. A guest who exceeds the limit of a known key does not use up the limit of the network. All unknown keys of
 * a network share the network's limit, because anybody can invent keys. An endpoint can also limit requests by a path
 * parameter.
 */
export function createGuestLimits(
  app: FastifyInstance,
  { limit }: Pick<Endpoint, "limit">,
  knownKeys: ReturnType<typeof createKnownGuestKeys>,
): GuestLimits {
  const { byKey, byParam } = limit;
  const countNetwork = createCallLimiter(app, limit.perMinute);
  const countCallerKey = byKey && createCallLimiter(app, byKey.perMinute);
  const countKnownKeysOfNetwork = byKey && createCallLimiter(app, byKey.perMinuteOfNetwork);
  const countParameter = byParam && createCallLimiter(app, byParam.perMinute);

  function keyOf(request: FastifyRequest): string | null {
    const value = byKey && request.headers[byKey.header];
    return typeof value === "string" ? `${byKey?.header} ${value}` : null;
  }

  return {
    countRequest(request) {
      const network = networkOf(request.ip);
      const key = keyOf(request);
      if (key !== null && countCallerKey && countKnownKeysOfNetwork && knownKeys.has(key)) {
        countCallerKey(key);
        countKnownKeysOfNetwork(network);
      } else countNetwork(network);
      if (byParam && countParameter)
        countParameter(String((request.params as Record<string, unknown>)[byParam.name]));
    },

    rememberValidGuestKey(request) {
      const key = keyOf(request);
      if (key !== null) knownKeys.add(key);
    },
  };
}
