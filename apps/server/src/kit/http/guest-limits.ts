import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createCallLimit } from "./limits.ts";
import { networkOf } from "./network.ts";

/**
 * Maximum number of caller keys that a process remembers. The least recently used key is dropped first, and
 * then counts as unknown.
 */
const maximumKeys = 50_000;

/**
 * Remembers the keys of callers without a session, for example the tokens of a bot's visitors. A key is remembered once
 * a call with it was answered, which proves that the key is valid.
 */
export function createKnownKeys() {
  // Creates the cache on first use: a cache reserves its memory at once, and many servers have no visitors.
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
  /** Counts a call. Throws ERR.TOO_MANY if the caller made too many calls. */
  count(request: FastifyRequest): void;
  /** Remembers the key of the call's caller as valid, because the call was answered. */
  rememberCallerKey(request: FastifyRequest): void;
}

/**
 * Counts calls without a session by the caller's network. An endpoint can also count calls by a key of the caller and
 * by a parameter of the path. A caller with a known key who calls too often is refused before the count of the network
 * grows, so that other callers in the network can continue. All unknown keys of a network share one count, because
 * anybody can invent keys.
 */
export function createGuestLimits(
  app: FastifyInstance,
  { limit }: Pick<Endpoint, "limit">,
  knownKeys: ReturnType<typeof createKnownKeys>,
): GuestLimits {
  const { byKey, byParam } = limit;
  const countNetwork = createCallLimit(app, limit.perMinute);
  const countCallerKey = byKey && createCallLimit(app, byKey.perMinute);
  const countKnownKeysOfNetwork = byKey && createCallLimit(app, byKey.perMinuteOfNetwork);
  const countParameter = byParam && createCallLimit(app, byParam.perMinute);

  function keyOf(request: FastifyRequest): string | null {
    const value = byKey && request.headers[byKey.header];
    return typeof value === "string" ? `${byKey?.header} ${value}` : null;
  }

  return {
    count(request) {
      const network = networkOf(request.ip);
      const key = keyOf(request);
      if (key !== null && countCallerKey && countKnownKeysOfNetwork && knownKeys.has(key)) {
        countCallerKey(key);
        countKnownKeysOfNetwork(network);
      } else countNetwork(network);
      if (byParam && countParameter)
        countParameter(String((request.params as Record<string, unknown>)[byParam.name]));
    },

    rememberCallerKey(request) {
      const key = keyOf(request);
      if (key !== null) knownKeys.add(key);
    },
  };
}
