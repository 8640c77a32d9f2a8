import { getPost, listPosts } from "@kakehashi/contract/blog";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { listPlans } from "@kakehashi/contract/plans";
import { LRUCache } from "lru-cache";

/**
 * Milliseconds for which a cached answer is used. Only a publication changes what these answers show, and a publication
 * clears the cache. Only counts of views may be this old.
 */
const answerLifetimeMs = 5_000;
/** Maximum number of cached answers. The public pages need fewer. */
const maximumAnswers = 100;

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/**
 * The calls whose answer is the same for every visitor, by method and path. The build of the web pages has its own
 * copies of the endpoint objects, so the objects themselves cannot be compared.
 */
const cacheableCalls = new Set([listPosts, getPost, listPlans].map(nameOf));

export interface AnswerCache {
  /** Returns the cached answer, or the answer of `call`. Parallel reads of the same URL make only one call. */
  read<Answer extends { ok: boolean }>(
    endpoint: Endpoint,
    key: string,
    call: () => Promise<Answer>,
  ): Promise<Answer>;
  clear(): void;
}

/**
 * Caches what public pages read from the API. A flood of invented URLs then costs the rendering of its pages, but
 * neither calls nor database statements.
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
    // Removes a failed answer from the cache, because the next call may succeed.
    answer.then(({ ok }) => {
      if (!ok) removeFromCache();
    }, removeFromCache);
    return answer;
  }

  return {
    read: <Answer extends { ok: boolean }>(endpoint: Endpoint, key: string, call: () => Promise<Answer>) => {
      if (!cacheableCalls.has(nameOf(endpoint))) return call();
      // The key contains the URL, so the cached answer belongs to this endpoint and has its type.
      const cachedAnswer = answers.get(key) as Promise<Answer> | undefined;
      if (!cachedAnswer) return callAndCache(key, call);
      // If the cached call was refused, for example because the network of another visitor made too many calls, this
      // visitor makes the call again.
      return cachedAnswer.then((answer) => (answer.ok ? answer : call()), call);
    },
    clear: () => answers.clear(),
  };
}
