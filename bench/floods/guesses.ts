import { randomBytes } from "node:crypto";
import { type FloodTarget, type PrepareFlood, sendInParallel } from "./flood.ts";

const maximumConcurrentGuesses = 40;

/** Sends an API request without a session, reads the whole response, and returns its status. */
async function postWithoutToken({ url }: FloodTarget, path: string, body: object): Promise<number> {
  const response = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Strangers guess the passwords of existing and invented accounts, request password resets, and try refresh tokens. */
export const guessCredentials: PrepareFlood = async (floodTarget) => {
  const { people } = floodTarget.workspace;
  const guessRequests: ((requestNumber: number) => Promise<number>)[] = [
    (requestNumber) =>
      postWithoutToken(floodTarget, "/sign-in", {
        email: people[requestNumber % people.length]?.email,
        password: `Wrong-${requestNumber}`,
        service: "kakehashi",
      }),
    (requestNumber) =>
      postWithoutToken(floodTarget, "/sign-in", {
        email: `nobody-${requestNumber}@kakehashi.example`,
        password: `Wrong-${requestNumber}`,
        service: "kakehashi",
      }),
    (requestNumber) =>
      postWithoutToken(floodTarget, "/password/forgot", {
        email: `nobody-${requestNumber}@kakehashi.example`,
      }),
    () =>
      postWithoutToken(floodTarget, "/refresh-token", {
        refresh_token: randomBytes(32).toString("base64url"),
      }),
  ];
  return (endTimeMs) =>
    sendInParallel(
      maximumConcurrentGuesses,
      endTimeMs,
      (requestNumber) =>
        guessRequests[requestNumber % guessRequests.length]?.(requestNumber) ?? Promise.resolve(0),
    );
};

/**
 * Strangers send API requests with tokens that are wrongly signed, unsigned or random. The wrong signatures and the
 * random tokens are new in each request. The unsigned token is always the same.
 */
export const sendForgedTokens: PrepareFlood = async ({ url, workspace }) => {
  const [tokenHeader = "", tokenClaims = ""] = (workspace.people[0]?.token ?? "").split(".");
  const forgedTokenGenerators = [
    () => `${tokenHeader}.${tokenClaims}.${randomBytes(64).toString("base64url")}`,
    () => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${tokenClaims}.`,
    () => randomBytes(400).toString("base64url"),
  ];
  return (endTimeMs) =>
    sendInParallel(maximumConcurrentGuesses, endTimeMs, async (requestNumber) => {
      const response = await fetch(`${url}/api/users/info`, {
        headers: {
          authorization: `Bearer ${forgedTokenGenerators[requestNumber % forgedTokenGenerators.length]?.()}`,
        },
      });
      await response.arrayBuffer();
      return response.status;
    });
};

/**
 * Strangers request the social cards (pictures for link previews) of pages. Each request has a new query string, so
 * that no cache has the picture.
 */
export const requestSocialCards: PrepareFlood =
  async ({ url }) =>
  (endTimeMs) =>
    sendInParallel(maximumConcurrentGuesses, endTimeMs, async (requestNumber) => {
      const language = requestNumber % 2 === 0 ? "en" : "vi";
      const response = await fetch(
        `${url}/cards/${language}/price.png?${requestNumber}=${randomBytes(8).toString("hex")}`,
      );
      await response.arrayBuffer();
      return response.status;
    });
