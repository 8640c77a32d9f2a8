import { refreshTokenEndpoint } from "@kakehashi/contract/sessions";
import { ApiError, parseErrorResponse } from "./api-error.ts";
import { malformedRequestListeners } from "./build.ts";
import { createCall } from "./call.ts";
import { createAccessTokenStore, type TokenMessageBetweenTabs } from "./token.ts";

/** The channel on which the tabs of this browser share their token. */
export const sessionChannelName = "kakehashi-session";
const tabChannel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(sessionChannelName);
type SessionEndHandler = (code?: string) => Promise<string | null>;
const ignoreSessionEnd: SessionEndHandler = async () => null;
let sessionEndHandler = ignoreSessionEnd;

async function fetchNewToken(): Promise<string> {
  const response = await fetch(`/api${refreshTokenEndpoint.path}`, {
    method: refreshTokenEndpoint.method,
    headers: { "content-type": "application/json" },
    body: "{}",
  }).catch(() => {
    throw new ApiError(0, "NETWORK", "");
  });
  if (!response.ok) throw await parseErrorResponse(response);
  const { data }: { data: { access_token: string } } = await response.json();
  return data.access_token;
}

/** The access token of this browser's session. */
export const accessTokenStore = createAccessTokenStore({
  refresh: fetchNewToken,
  runInOneTab: (task) => navigator.locks.request(sessionChannelName, task),
  broadcast: (message) => tabChannel?.postMessage(message),
});

tabChannel?.addEventListener("message", ({ data }: MessageEvent<TokenMessageBetweenTabs>) => {
  accessTokenStore.onTabMessage(data);
  if (data.type === "signed-out") void sessionEndHandler();
});

/**
 * Sets the handler that is called when the session ends. `code` is the server's error code if the server refused to
 * renew the session. If the handler resolves with the token of a new session, the waiting requests continue. If it
 * resolves with null, they fail.
 */
export function onSessionEnd(handler: SessionEndHandler): () => void {
  sessionEndHandler = handler;
  return () => {
    sessionEndHandler = ignoreSessionEnd;
  };
}

export const call = createCall({
  fetch: (...request) => fetch(...request),
  tokens: accessTokenStore,
  onSignedOut: (code) => sessionEndHandler(code),
  onMalformedRequest: malformedRequestListeners.notify,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/**
 * Returns an access token that is at most `maxAgeMs` old, for requests that do not use `call`. If the server refuses to
 * renew the token, the session ends. If the person then signs in again, returns the new token. Otherwise this function
 * throws, as it does if the server is unreachable.
 */
export async function getTokenYoungerThan(maxAgeMs: number): Promise<string> {
  try {
    return await accessTokenStore.tokenYoungerThan(maxAgeMs);
  } catch (error) {
    const isSessionOver = error instanceof ApiError && error.status === 401;
    const token = isSessionOver ? await sessionEndHandler(error.code) : null;
    if (token) return token;
    throw error;
  }
}
