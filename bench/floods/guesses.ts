import { randomBytes } from "node:crypto";
import { type FloodTarget, type PrepareFlood, sendInParallel } from "./flood.ts";

const maximumConcurrentGuesses = 40;

/** Sends an API request without a session, reads the whole response, and returns its status. */
async function postWithoutToken({ url }: FloodTarget, path: string, body: object): Promise<number> {
  const answer = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Strangers guess the passwords of existing and invented accounts, request password resets, and try refresh tokens. */
export const guessCredentials: PrepareFlood = async (flood) => {
  const { people } = flood.workspace;
  const guessRequests: ((requestNumber: number) => Promise<number>)[] = [
    (requestNumber) =>
      postWithoutToken(flood, "/sign-in", {
        email: people[requestNumber % people.length]?.email,
        password: `Wrong-${requestNumber}`,
        service: "kakehashi",
      }),
    (requestNumber) =>
      postWithoutToken(flood, "/sign-in", {
        email: `nobody-${requestNumber}@kakehashi.example`,
        password: `Wrong-${requestNumber}`,
        service: "kakehashi",
      }),
    (requestNumber) =>
      postWithoutToken(flood, "/password/forgot", { email: `nobody-${requestNumber}@kakehashi.example` }),
    () => postWithoutToken(flood, "/refresh-token", { refresh_token: randomBytes(32).toString("base64url") }),
  ];
  return (until) =>
    sendInParallel(
      maximumConcurrentGuesses,
      until,
      (requestNumber) =>
        guessRequests[requestNumber % guessRequests.length]?.(requestNumber) ?? Promise.resolve(0),
    );
};

/**
 * Strangers send API requests with tokens that are unsigned, wrongly signed or random. Each token is used only once.
 */
export const sendForgedTokens: PrepareFlood = async ({ url, workspace }) => {
  const [tokenHeader = "", claims = ""] = (workspace.people[0]?.token ?? "").split(".");
  const forgedTokenGenerators = [
    () => `${tokenHeader}.${claims}.${randomBytes(64).toString("base64url")}`,
    () => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`,
    () => randomBytes(400).toString("base64url"),
  ];
  return (endTimeMs) =>
    sendInParallel(maximumConcurrentGuesses, endTimeMs, async (requestNumber) => {
      const answer = await fetch(`${url}/api/users/info`, {
        headers: {
          authorization: `Bearer ${forgedTokenGenerators[requestNumber % forgedTokenGenerators.length]?.()}`,
        },
      });
      await answer.arrayBuffer();
      return answer.status;
    });
};

/**
 * Strangers request the social cards (pictures for link previews) of pages. Each request has a new query string, so
 * that no cache has the picture.
 */
export const requestSocialCards: PrepareFlood =
  async ({ url }) =>
  (until) =>
    sendInParallel(maximumConcurrentGuesses, until, async (requestNumber) => {
      const language = requestNumber % 2 === 0 ? "en" : "vi";
      const answer = await fetch(
        `${url}/cards/${language}/price.png?${requestNumber}=${randomBytes(8).toString("hex")}`,
      );
      await answer.arrayBuffer();
      return answer.status;
    });
