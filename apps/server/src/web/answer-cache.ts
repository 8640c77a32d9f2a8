import { getPost, listPosts } from "@kakehashi/contract/blog";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { listPlans } from "@kakehashi/contract/plans";
import { LRUCache } from "lru-cache";

/**
 * Milliseconds for which an answer is used again. Only a publication changes what these answers show, and it clears
 * the cache. View counts may be this old.
 */
const lifetimeMs = 5_000;
/** Maximum number of cached answers. The public pages need fewer. */
const capacity = 100;

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** The calls whose answer is the same for every visitor. The pages' own build has its own copies of these endpoints. */
const sharedCalls = new Set([listPosts, getPost, listPlans].map(nameOf));

export interface AnswerCache {
  /** Returns the cached answer, or the one of `call`. Parallel reads of the same URL call once. */
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
    max: capacity,
    ttl: lifetimeMs,
    ttlResolution: 0,
    perf: { now },
  });

  async function callAndCache<Answer extends { ok: boolean }>(key: string, call: () => Promise<Answer>) {
    const answer = call();
    answers.set(key, answer);
    const forget = () => {
      if (answers.peek(key) === answer) answers.delete(key);
    };
    // A failure may be over at the next call.
    answer.then(({ ok }) => {
      if (!ok) forget();
    }, forget);
    return answer;
  }

  return {
    read: <Answer extends { ok: boolean }>(endpoint: Endpoint, key: string, call: () => Promise<Answer>) => {
      if (!sharedCalls.has(nameOf(endpoint))) return call();
      // The key contains the URL, so the answer has the shape of its endpoint.
      const cachedAnswer = answers.get(key) as Promise<Answer> | undefined;
      return cachedAnswer ?? callAndCache(key, call);
    },
    clear: () => answers.clear(),
  };
}
