import { endpoint } from "@kakehashi/contract/kit/endpoint";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { createCall } from "./call.ts";
import { createAccessTokenStore } from "./token.ts";

const readThingEndpoint = endpoint({
  method: "GET",
  path: "/things/:id",
  guard: "signed-in",
  limit: { perMinute: 60 },
  summary: "",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ page: z.number().optional(), search: z.string().optional() }),
  data: z.string(),
});
const createThingEndpoint = endpoint({
  method: "POST",
  path: "/things",
  guard: "active",
  limit: { perMinute: 60 },
  summary: "",
  body: z.strictObject({ name: z.string() }),
  data: z.string(),
});
const publicThingEndpoint = endpoint({
  method: "GET",
  path: "/open",
  guard: "anyone",
  limit: { perMinute: 60 },
  summary: "",
  data: z.string(),
});

const createDataResponse = (data: unknown) => Response.json({ data });
const createErrorResponse = (status: number, code: string, extraFields = {}, headers = {}) =>
  Response.json({ error: { code, message: "Because.", ...extraFields } }, { status, headers });
const createTokenExpiredResponse = () => createErrorResponse(401, "ERR.TOK0102");

interface SentRequest {
  method: string;
  path: string;
  token: string | null;
  body: unknown;
}

/**
 * Creates a fake browser and server. The server responds with `answer`. It counts the token renewals, and can delay
 * them.
 */
function createFakeBrowser(
  respond: (request: SentRequest, count: number) => Response | Promise<Response>,
  signsInAgain: string | null = null,
) {
  const sentRequests: SentRequest[] = [];
  const waitedMs: number[] = [];
  let renewalCount = 0;
  let sessionEnds = 0;
  let refusals = 0;
  let refreshToken: () => Promise<string> = async () => `token-${++renewalCount}`;
  const tokens = createAccessTokenStore({
    refresh: () => refreshToken(),
    runInOneTab: (task) => task(),
    broadcast: () => undefined,
  });
  const call = createCall({
    fetch: async (input, options) => {
      options?.signal?.throwIfAborted();
      const request = {
        method: options?.method ?? "GET",
        path: String(input),
        token: new Headers(options?.headers).get("authorization"),
        body: options?.body ? JSON.parse(String(options.body)) : undefined,
      };
      sentRequests.push(request);
      return respond(request, sentRequests.length);
    },
    tokens,
    onSignedOut: async () => {
      sessionEnds++;
      return signsInAgain;
    },
    onMalformedRequest: () => {
      refusals++;
    },
    wait: async (milliseconds) => {
      waitedMs.push(milliseconds);
    },
  });
  return {
    call,
    sent: sentRequests,
    waitedMs,
    tokens,
    renewals: () => renewalCount,
    ends: () => sessionEnds,
    refusals: () => refusals,
    refreshWith: (newRefreshToken: () => Promise<string>) => {
      refreshToken = async () => {
        renewalCount++;
        return newRefreshToken();
      };
    },
  };
}

describe("call", () => {
  it("fills the path, leaves out missing parameters, and returns the whole answer", async () => {
    const { call, sent } = createFakeBrowser(() => Response.json({ data: "tea", meta: undefined }));
    const response = await call(readThingEndpoint, {
      params: { id: "a/b" },
      query: { page: 2, search: undefined },
    });
    expect(response.data).toBe("tea");
    expect(sent[0]?.path).toBe("/api/things/a%2Fb?page=2");
  });

  it("reports what the server does not accept, because a newer one may expect something else", async () => {
    const { call, refusals } = createFakeBrowser((_, count) =>
      createErrorResponse([422, 400, 403, 409][count - 1] ?? 500, "ERR.INPUT"),
    );
    for (const reported of [1, 2, 2, 2]) {
      await expect(call(createThingEndpoint, { body: { name: "tea" } })).rejects.toThrow(ApiError);
      expect(refusals()).toBe(reported);
    }
  });

  it("reads with the cookie while there is no token, and writes only with a token", async () => {
    const { call, sent, renewals } = createFakeBrowser(() => createDataResponse("ok"));
    await call(readThingEndpoint, { params: { id: "1" } });
    await call(createThingEndpoint, { body: { name: "tea" } });
    expect(sent.map(({ token }) => token)).toEqual([null, "Bearer token-1"]);
    expect(renewals()).toBe(1);
  });

  it("never sends the token to an endpoint that needs no session", async () => {
    const { call, sent, tokens } = createFakeBrowser(() => createDataResponse("ok"));
    tokens.setNewToken("token-0");
    await call(publicThingEndpoint);
    expect(sent[0]?.token).toBeNull();
  });

  it("renews once for all calls that meet an expired token, and repeats each once", async () => {
    const { call, sent, tokens, renewals } = createFakeBrowser(({ token }) =>
      token === "Bearer old" ? createTokenExpiredResponse() : createDataResponse(token),
    );
    tokens.setNewToken("old");
    const responses = await Promise.all([
      call(readThingEndpoint, { params: { id: "1" } }),
      call(readThingEndpoint, { params: { id: "2" } }),
      call(createThingEndpoint, { body: { name: "tea" } }),
    ]);
    expect(responses.map(({ data }) => data)).toEqual(Array(3).fill("Bearer token-1"));
    expect(renewals()).toBe(1);
    expect(sent).toHaveLength(6);
  });

  it("holds back calls that begin during a renewal until it has finished", async () => {
    const pendingRenewal = Promise.withResolvers<string>();
    const { call, sent, tokens, refreshWith } = createFakeBrowser(({ token }) =>
      token === "Bearer old" ? createTokenExpiredResponse() : createDataResponse(token),
    );
    tokens.setNewToken("old");
    refreshWith(() => pendingRenewal.promise);
    const firstCall = call(readThingEndpoint, { params: { id: "1" } });
    await expect.poll(() => sent.length).toBe(1);
    const secondCall = call(readThingEndpoint, { params: { id: "2" } });
    pendingRenewal.resolve("new");
    await Promise.all([firstCall, secondCall]);
    expect(sent.map(({ token }) => token)).toEqual(["Bearer old", "Bearer new", "Bearer new"]);
  });

  it("repeats only once: a refused new token is an error", async () => {
    const { call, sent } = createFakeBrowser(createTokenExpiredResponse);
    await expect(call(createThingEndpoint, { body: { name: "tea" } })).rejects.toMatchObject({
      code: "ERR.TOK0102",
    });
    expect(sent).toHaveLength(2);
  });

  it("reports the session's end when it cannot be renewed", async () => {
    const { call, ends, refreshWith } = createFakeBrowser(createTokenExpiredResponse);
    refreshWith(async () => {
      throw new ApiError(401, "AUTH.REFRESH", "");
    });
    await expect(call(readThingEndpoint, { params: { id: "1" } })).rejects.toMatchObject({
      code: "AUTH.REFRESH",
    });
    expect(ends()).toBe(1);
  });

  it("sends the call once the person has signed in again", async () => {
    const respondTo = ({ token }: SentRequest) =>
      token === "Bearer opened-again" ? createDataResponse("made") : createTokenExpiredResponse();
    const { call, ends, refreshWith, sent } = createFakeBrowser(respondTo, "opened-again");
    refreshWith(async () => {
      throw new ApiError(401, "AUTH.ENDED_EXPIRED", "");
    });
    expect(await call(createThingEndpoint, { body: { name: "tea" } })).toEqual({ data: "made" });
    expect(ends()).toBe(1);
    expect(sent.at(-1)?.body).toEqual({ name: "tea" });
  });

  it("keeps the session when the server cannot be reached for a renewal", async () => {
    const { call, ends, refreshWith } = createFakeBrowser(createTokenExpiredResponse);
    refreshWith(async () => {
      throw new ApiError(0, "NETWORK", "");
    });
    await expect(call(createThingEndpoint, { body: { name: "tea" } })).rejects.toMatchObject({ status: 0 });
    expect(ends()).toBe(0);
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504])("repeats a read after %i", async (status) => {
    const { call, sent } = createFakeBrowser((_, count) =>
      count === 1 ? createErrorResponse(status, "X") : createDataResponse("ok"),
    );
    await expect(call(readThingEndpoint, { params: { id: "1" } })).resolves.toMatchObject({ data: "ok" });
    expect(sent).toHaveLength(2);
  });

  it.each([400, 403, 404, 422])("does not repeat a read after %i", async (status) => {
    const { call, sent } = createFakeBrowser(() => createErrorResponse(status, "X"));
    await expect(call(readThingEndpoint, { params: { id: "1" } })).rejects.toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  it("never repeats a write", async () => {
    const { call, sent, tokens } = createFakeBrowser(() => createErrorResponse(503, "ERR.UNAVAILABLE"));
    tokens.setNewToken("token-0");
    await expect(call(createThingEndpoint, { body: { name: "tea" } })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  it("repeats a rate-limited write once, after a short wait, because it had no effect", async () => {
    const { call, sent, waitedMs, tokens } = createFakeBrowser((_, count) =>
      count === 1
        ? createErrorResponse(429, "ERR.TOO_MANY", {}, { "retry-after": "3" })
        : createDataResponse("made"),
    );
    tokens.setNewToken("token-0");
    await call(createThingEndpoint, { body: { name: "tea" } });
    expect([sent.length, waitedMs]).toEqual([2, [3000]]);
  });

  it("fails a write at once when the wait is long, and says how long it is", async () => {
    const { call, sent, tokens } = createFakeBrowser(() =>
      createErrorResponse(429, "ERR.TOO_MANY", {}, { "retry-after": "40" }),
    );
    tokens.setNewToken("token-0");
    const creationResponse = call(createThingEndpoint, { body: { name: "tea" } });
    await expect(creationResponse).rejects.toMatchObject({ status: 429, retryAfterMs: 40_000 });
    expect(sent).toHaveLength(1);
  });

  it("waits as long as the server asks, up to a limit", async () => {
    const { call, waitedMs } = createFakeBrowser((_, count) =>
      count % 2
        ? createErrorResponse(429, "ERR.TOO_MANY", {}, { "retry-after": count === 1 ? "2" : "600" })
        : createDataResponse("ok"),
    );
    await call(readThingEndpoint, { params: { id: "1" } });
    await call(readThingEndpoint, { params: { id: "1" } });
    expect(waitedMs).toEqual([2000, 5000]);
  });

  it("throws the server's error with its fields", async () => {
    const { call } = createFakeBrowser(() =>
      createErrorResponse(422, "ERR.INPUT", { fields: { name: "Too long." } }),
    );
    const error = await call(createThingEndpoint, { body: { name: "tea" } }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, message: "Because.", fields: { name: "Too long." } });
  });

  it("throws when something other than the server answers, or nothing does", async () => {
    const { call } = createFakeBrowser(({ path }) => {
      if (path === "/api/open") throw new TypeError("Failed to fetch");
      return new Response("<html>Bad gateway</html>", { status: 418 });
    });
    await expect(call(readThingEndpoint, { params: { id: "1" } })).rejects.toMatchObject({
      code: "HTTP.418",
    });
    await expect(call(publicThingEndpoint)).rejects.toMatchObject({ status: 0, code: "NETWORK" });
  });

  it("stops when it is aborted", async () => {
    const { call, sent } = createFakeBrowser(() => createDataResponse("ok"));
    const reason = new Error("left the page");
    await expect(
      call(readThingEndpoint, { params: { id: "1" }, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(sent).toHaveLength(0);
  });
});
