import type { Workspace } from "../stage.ts";

/** The target of a flood: the server at `url`, and the workspace with the people who have accounts on it. */
export interface FloodTarget {
  url: string;
  workspace: Workspace;
}

/** How many requests got each HTTP status. Status 0 means that the connection closed without an answer. */
export type StatusCounts = Record<number, number>;

/** Prepares one kind of attack. Returns a function that attacks until `performance.now()` reaches `until`. */
export type PrepareFlood = (target: FloodTarget) => Promise<(until: number) => Promise<StatusCounts>>;

/** Runs `sendRequest` repeatedly in `concurrency` parallel loops and counts the statuses. */
export async function sendInParallel(
  concurrency: number,
  until: number,
  sendRequest: (requestNumber: number) => Promise<number>,
): Promise<StatusCounts> {
  const statuses: StatusCounts = {};
  let requestNumber = 0;
  const sendRepeatedly = async () => {
    while (performance.now() < until) {
      const status = await sendRequest(requestNumber++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendRepeatedly));
  return statuses;
}

/** Calls the API, reads the whole answer, and returns its status. */
export async function callApi(
  { url }: FloodTarget,
  token: string,
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: object | FormData,
): Promise<number> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  }).catch(() => null);
  // If the body of an answer breaks off, the request counts as one without an answer (status 0).
  const completeBody = await answer?.arrayBuffer().catch(() => null);
  return completeBody ? (answer?.status ?? 0) : 0;
}
