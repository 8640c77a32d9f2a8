import type { BenchWorkspace } from "../stage.ts";

/** What a flood attacks: the server at `url`. The people of `workspace` have accounts on this server. */
export interface FloodTarget {
  url: string;
  workspace: BenchWorkspace;
}

/** The number of responses by HTTP status. Status 0 counts the requests whose connection closed without a response. */
export type StatusCounts = Record<number, number>;

/** Prepares one kind of attack. Returns a function that attacks until `performance.now()` reaches the time `until`. */
export type PrepareFlood = (target: FloodTarget) => Promise<(until: number) => Promise<StatusCounts>>;

/** Runs `sendRequest` again and again in `parallelLoopCount` parallel loops. Counts the responses by HTTP status. */
export async function sendInParallel(
  parallelLoopCount: number,
  endTimeMs: number,
  sendRequest: (requestNumber: number) => Promise<number>,
): Promise<StatusCounts> {
  const statuses: StatusCounts = {};
  let requestNumber = 0;
  const sendRepeatedly = async () => {
    while (performance.now() < endTimeMs) {
      const status = await sendRequest(requestNumber++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: parallelLoopCount }, sendRepeatedly));
  return statuses;
}

/** Sends an API request, reads the whole response, and returns its status. */
export async function callApi(
  { url }: FloodTarget,
  token: string,
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: object | FormData,
): Promise<number> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  }).catch(() => null);
  // A response whose body breaks off counts as no response (status 0).
  const completeBody = await response?.arrayBuffer().catch(() => null);
  return completeBody ? (response?.status ?? 0) : 0;
}
