import { refreshToken } from "@kakehashi/contract/sessions";
import { ApiError, readError } from "./api-error.ts";
import { createCall } from "./call.ts";
import { createTokens, type TokenNews } from "./token.ts";

const channelName = "kakehashi-session";
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(channelName);
const sessionEnded = new EventTarget();

async function refresh(): Promise<string> {
  const response = await fetch(`/api${refreshToken.path}`, {
    method: refreshToken.method,
    headers: { "content-type": "application/json" },
    body: "{}",
  }).catch(() => {
    throw new ApiError(0, "NETWORK", "");
  });
  if (!response.ok) throw await readError(response);
  const { data }: { data: { access_token: string } } = await response.json();
  return data.access_token;
}

/** The access token of this browser's session. */
export const tokens = createTokens({
  refresh,
  exclusively: (work) => navigator.locks.request(channelName, work),
  broadcast: (news) => channel?.postMessage(news),
});

function endSession(code?: string): void {
  sessionEnded.dispatchEvent(new CustomEvent("ended", { detail: code }));
}

channel?.addEventListener("message", ({ data }: MessageEvent<TokenNews>) => {
  tokens.onTabMessage(data);
  if (data.type === "signed-out") endSession();
});

/** Calls `listener` when the session ends. `code` is the server's error, if it refused to renew the session. */
export function onSessionEnd(listener: (code?: string) => void): () => void {
  const handleEnd = (event: Event) => listener(event instanceof CustomEvent ? event.detail : undefined);
  sessionEnded.addEventListener("ended", handleEnd);
  return () => sessionEnded.removeEventListener("ended", handleEnd);
}

export const call = createCall({
  fetch: (...request) => fetch(...request),
  tokens,
  signedOut: endSession,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/**
 * Returns an access token that is at most this old, for requests that do not use `call`. Ends the session if there is
 * none.
 */
export async function tokenYoungerThan(age: number): Promise<string> {
  try {
    return await tokens.youngerThan(age);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession(error.code);
    throw error;
  }
}
