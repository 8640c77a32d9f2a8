import { getPost, listPosts } from "@kakehashi/contract/blog";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { listPlans } from "@kakehashi/contract/plans";
import { LRUCache } from "lru-cache";

/**
 * Milliseconds for which a cached response is used. Publishing new content clears the cache at once, so only view
 * counts can be outdated.
 */
const answerLifetimeMs = 5_000;
/** Maximum number of cached responses. The public pages need fewer. */
const maximumAnswers = 100;

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/**
 * The API calls whose response is the same for every visitor, by method and path. The build of the web pages contains
 * copies of the endpoint objects, so the objects cannot be compared.
 */
const cacheableCalls = new Set([listPosts, getPost, listPlans].map(nameOf));

export interface AnswerCache {
  /**
   * Returns the cached response, or runs `call` and caches its response. Parallel reads of the same URL run `call` only
   * once.
   */
  read<Answer extends { ok: boolean }>(
    endpoint: Endpoint,
    key: string,
    call: () => Promise<Answer>,
  ): Promise<Answer>;
  clear(): void;
}

/**
 * Caches the API responses that public pages read. A flood of invented URLs then costs only the rendering of pages, but
 * no API calls and no SQL statements.
 */
export function createAnswerCache(now: () => number = Date.now): AnswerCache {
  const answers = new LRUCache<string, Promise<{ ok: boolean }>>({
    max: maximumAnswers,
    ttl: answerLifetimeMs,
    ttlResolution: 0,
    perf: { now },
  });

  async function callAndCache<Answer extends { ok: boolean }>(key: string, call: () => Promise<Answer>) {
    const answer = call();
    answers.set(key, answer);
    const removeFromCache = () => {
      if (answers.peek(key) === answer) answers.delete(key);
    };
    // Removes a failed response from the cache, because the next call may succeed.
    answer.then(({ ok }) => {
      if (!ok) removeFromCache();
    }, removeFromCache);
    return answer;
  }

  return {
    read: <Answer extends { ok: boolean }>(endpoint: Endpoint, key: string, call: () => Promise<Answer>) => {
      if (!cacheableCalls.has(nameOf(endpoint))) return call();
      // The key contains the URL, so the cached response belongs to this endpoint and has its type.
      const cachedAnswer = answers.get(key) as Promise<Answer> | undefined;
      if (!cachedAnswer) return callAndCache(key, call);
      // The cached call was refused, for example because another visitor's network sent too many requests. So this
      // visitor makes a separate call.
      return cachedAnswer.then((answer) => (answer.ok ? answer : call()), call);
    },
    clear: () => answers.clear(),
  };
}
