import { Agent } from "node:http";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import fc from "fast-check";
import type { FaultCollector } from "./faults.ts";
import { type AnswerCheck, createAnswerCheck } from "./judge.ts";
import { generateRequests } from "./requests.ts";
import { sendFuzzRequest } from "./send.ts";

/** A person who sends API requests. */
export interface FuzzCaller {
  role: string;
  id?: string;
  /** The access token. Undefined if the person has no account. */
  token: string | undefined;
  /** Returns a new access token. Called when a request has ended the person's session. */
  renewToken?: () => Promise<string>;
}

export interface CallFuzzOptions {
  /** The server's URL without a trailing slash. */
  address: string;
  endpoints: readonly Endpoint[];
  callers: readonly FuzzCaller[];
  seed: number;
  /**
   * The duration of the run in milliseconds. The run takes longer if a caller has not called every endpoint once by
   * then.
   */
  durationMs: number;
  faults: FaultCollector;
}

export interface CallFuzzResult {
  calls: number;
  countByStatus: Record<string, number>;
  /** How many times the server closed a connection without a response. */
  unansweredCount: number;
  roundCount: number;
}

/** How many malformed requests a caller sends to an endpoint before it continues with the next endpoint. */
const requestsPerEndpoint = 2;
/** The maximum number of ids from responses that are remembered. When there are more, the oldest ids are forgotten. */
const maximumIdCount = 400;
const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Each caller sends malformed requests to every endpoint, again and again. Some requests contain ids from responses to
 * other people.
 */
export async function fuzzCalls(options: CallFuzzOptions): Promise<CallFuzzResult> {
  const { address, endpoints, callers, seed, durationMs, faults } = options;
  const openApiDocument = (await (await fetch(`${address}/api/openapi.json`)).json()) as object;
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length });
  const callFuzzRun = new CallFuzzRun(options, agent, createAnswerCheck(openApiDocument, faults));
  const endTimeMs = performance.now() + durationMs;
  let roundCount = 0;
  do {
    const firstCallNumber = roundCount++ * endpoints.length;
    await Promise.all(
      callers.map(async (caller, index) => {
        // Each caller begins with a different endpoint, so that different endpoints are called at the same time.
        const firstEndpointIndex = Math.floor((index * endpoints.length) / callers.length);
        for (let endpointIndex = 0; endpointIndex < endpoints.length; endpointIndex++) {
          if (roundCount > 1 && performance.now() > endTimeMs) return;
          const endpoint = endpoints[(endpointIndex + firstEndpointIndex) % endpoints.length] as Endpoint;
          await callFuzzRun.call(
            endpoint,
            caller,
            (seed + (firstCallNumber + endpointIndex) * callers.length + index) | 0,
          );
        }
      }),
    );
  } while (performance.now() < endTimeMs);
  agent.destroy();
  return { ...callFuzzRun.figures, roundCount };
}

class CallFuzzRun {
  readonly figures = { calls: 0, countByStatus: {} as Record<string, number>, unansweredCount: 0 };
  readonly #options: CallFuzzOptions;
  readonly #agent: Agent;
  readonly #checkAnswer: AnswerCheck;
  readonly #ids: string[];
  readonly #ownIds: ReadonlySet<string>;

  constructor(options: CallFuzzOptions, agent: Agent, checkAnswer: AnswerCheck) {
    this.#options = options;
    this.#agent = agent;
    this.#checkAnswer = checkAnswer;
    this.#ids = options.callers.flatMap(({ id }) => id ?? []);
    this.#ownIds = new Set(this.#ids);
    if (this.#ids.length === 0) this.#ids.push("00000000-0000-7000-8000-000000000000");
  }

  async call(endpoint: Endpoint, caller: FuzzCaller, seed: number): Promise<void> {
    // Requests to admin endpoints never contain the id of a caller. Otherwise an admin could block or delete a caller,
    // and the rest of the run would be useless.
    const allowedIds =
      endpoint.guard === "admin" ? this.#ids.filter((id) => !this.#ownIds.has(id)) : this.#ids;
    const nonEmptyIds = allowedIds.length > 0 ? allowedIds : ["00000000-0000-7000-8000-000000000000"];
    const generatedRequests = fc.sample(generateRequests(endpoint, fc.constantFrom(...nonEmptyIds)), {
      seed,
      numRuns: requestsPerEndpoint,
    });
    for (const request of generatedRequests) {
      const name = `${request.method} ${request.path.slice(0, 300)} as ${caller.role} (seed ${seed})`;
      try {
        const serverResponse = await sendFuzzRequest(
          this.#options.address,
          this.#agent,
          request,
          caller.token,
        );
        this.figures.calls++;
        if (!serverResponse) {
          this.figures.unansweredCount++;
          continue;
        }
        const { status, body } = serverResponse;
        this.figures.countByStatus[status] = (this.figures.countByStatus[status] ?? 0) + 1;
        const sentBody = request.body?.toString().slice(0, 300) ?? "";
        this.#checkAnswer(
          endpoint,
          `${name} ${JSON.stringify(request.headers)} ${sentBody}`,
          serverResponse,
          request.isDescribed,
        );
        if (status === 200) this.#rememberIds(body);
        if (status === 401 && caller.renewToken && endpoint.guard !== "anyone")
          caller.token = await caller.renewToken();
      } catch (error) {
        this.#options.faults.add(`${endpoint.method} ${endpoint.path}: ${(error as Error).message}`, name);
      }
    }
  }

  #rememberIds(body: string): void {
    for (const [id] of body.slice(0, 5_000).matchAll(idPattern)) {
      if (!this.#ids.includes(id)) this.#ids.push(id);
    }
    // Forgets the oldest ids. Keeps the callers' own ids, which are at the beginning of the list.
    const excessCount = this.#ids.length - maximumIdCount;
    if (excessCount > 0) this.#ids.splice(this.#ownIds.size, excessCount);
  }
}
