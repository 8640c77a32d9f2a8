import { getPost, listPosts } from "@kakehashi/contract/blog";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { listPublicPricePlans } from "@kakehashi/contract/plans";
import { LRUCache } from "lru-cache";

/**
 * A cached response is used for this many milliseconds. Publishing new content clears the cache at once. Only view
 * counts and scheduled posts, which appear at their time, can be outdated.
 */
const answerLifetimeMs = 5_000;
/** Maximum number of cached responses. The public pages need fewer. */
const maximumAnswers = 100;

const endpointNameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/**
 * The API calls whose response is the same for every visitor, named by method and path. The built web pages contain
 * their own copies of the endpoint objects, so comparing the objects would fail.
 */
const cacheableCalls = new Set([listPosts, getPost, listPublicPricePlans].map(endpointNameOf));

export interface ApiAnswerCache {
  /**
   * Returns the cached response, or runs `call` and caches its response. If several visitors read the same URL at once,
   * `call` runs only once.
   */
  read<Answer extends { ok: boolean }>(
    endpoint: Endpoint,
    key: string,
    call: () => Promise<Answer>,
  ): Promise<Answer>;
  clear(): void;
}

/**
 * Caches the API responses about posts and prices that public pages read. A flood of requests with invented queries in
 * their URLs (`/blog?x=1`) then causes the rendering of pages, but none of these calls and their SQL statements.
 */
export function createApiAnswerCache(now: () => number = Date.now): ApiAnswerCache {
  const cachedAnswers = new LRUCache<string, Promise<{ ok: boolean }>>({
    max: maximumAnswers,
    ttl: answerLifetimeMs,
    ttlResolution: 0,
    perf: { now },
  });

  async function callAndCache<Answer extends { ok: boolean }>(key: string, callApi: () => Promise<Answer>) {
    const answerPromise = callApi();
    cachedAnswers.set(key, answerPromise);
    const removeFromCache = () => {
      if (cachedAnswers.peek(key) === answerPromise) cachedAnswers.delete(key);
    };
    // Removes a failed response from the cache, because the next call may succeed.
    answerPromise.then(({ ok }) => {
      if (!ok) removeFromCache();
    }, removeFromCache);
    return answerPromise;
  }

  return {
    read: <Answer extends { ok: boolean }>(
      endpoint: Endpoint,
      key: string,
      callApi: () => Promise<Answer>,
    ) => {
      if (!cacheableCalls.has(endpointNameOf(endpoint))) return callApi();
      // The cache key contains the URL, so the cached response comes from this endpoint and has its type.
      const cachedAnswer = cachedAnswers.get(key) as Promise<Answer> | undefined;
      if (!cachedAnswer) return callAndCache(key, callApi);
      // If the cached call was refused, for example because another visitor's network sent too many requests, make a
      // separate call for this visitor.
      return cachedAnswer.then((answer) => (answer.ok ? answer : callApi()), callApi);
    },
    clear: () => cachedAnswers.clear(),
  };
}
