import type { ExpectedAnswer, TurnForVisitor, VisitorTalk } from "@kakehashi/contract/bot-visitor-shapes";
import type { Language } from "@kakehashi/contract/languages";
import type { ChatRating } from "./rating.ts";
import type { BroadcastReport } from "./reports.ts";

export interface TurnsResponse {
  readonly messages: readonly TurnForVisitor[];
  readonly input: ExpectedAnswer | null;
}

/**
 * Tells the server how much of the chat the page has, so that it responds only with newer content. `since` is the
 * number of the last turn (one event and the bot's answer to it). `seq` is the number of the last change by an agent.
 */
export interface LastReceivedNumbers {
  readonly since: number;
  readonly seq: number;
}

/** A failed request. `status` is the HTTP status, or 0 without a response. */
export class CallFailure extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The call was answered with ${status}`);
    this.status = status;
  }
}

/**
 * A request is aborted after this many milliseconds. The server may hold a response back for 25 s while there is no new
 * message, so the limit is longer.
 */
const timeoutMs = 40_000;

/** The time zone of this browser. The server needs it for broadcasts that each visitor gets at a certain local time. */
const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export type VisitorApi = ReturnType<typeof createVisitorApi>;

/** The API requests of the chat panel. They go to the server from which the panel's page was loaded. */
export function createVisitorApi(botId: string) {
  async function callApi<T>(
    path: string,
    token: string | null,
    body?: object,
    signal?: AbortSignal,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`/api/w/${botId}/${path}`, {
      method: body ? "POST" : "GET",
      credentials: "omit",
      cache: "no-store",
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token !== null && { "x-visitor-token": token }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch(() => {
      throw new CallFailure(0);
    });
    if (!response.ok) throw new CallFailure(response.status);
    try {
      return (await response.json()).data as T;
    } catch {
      throw new CallFailure(0);
    }
  }

  return {
    /**
     * Starts a session of the visitor with the bot. The token of an earlier session tells the server that the visitor
     * is the same.
     */
    start: (language: Language, earlierSessionToken: string | null) =>
      callApi<TurnsResponse & { token: string }>("sessions", earlierSessionToken, { language, time_zone }),
    send: (token: string, message: { client_id: string; content: string; choice: string | null }) =>
      callApi<TurnsResponse>("messages", token, { ...message, time_zone }),
    /** Uploads a file of the visitor. `onProgress` gets the uploaded part, from 0 to 1. */
    sendFile: (token: string, clientId: string, file: File, onProgress: (part: number) => void) =>
      new Promise<TurnsResponse>((resolve, reject) => {
        // Use `XMLHttpRequest`, because `fetch` reports no upload progress.
        const request = new XMLHttpRequest();
        const rejectWith = (status: number) => reject(new CallFailure(status));
        request.open("POST", `/api/w/${botId}/uploads/${clientId}`);
        request.setRequestHeader("x-visitor-token", token);
        request.responseType = "json";
        request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
        request.addEventListener("load", () => {
          const { status, response } = request;
          if (status === 200 && response?.data) resolve(response.data);
          else rejectWith(status === 200 ? 0 : status);
        });
        for (const event of ["error", "abort", "timeout"])
          request.addEventListener(event, () => rejectWith(0));
        const body = new FormData();
        body.append("file", file);
        request.send(body);
      }),
    list: (
      token: string,
      { since, seq }: LastReceivedNumbers,
      shouldWaitForNews: boolean,
      signal?: AbortSignal,
    ) =>
      callApi<TurnsResponse & { has_more: boolean; people: VisitorTalk | null }>(
        `messages?since=${since}&seq=${seq}${shouldWaitForNews ? "&wait=true" : ""}`,
        token,
        undefined,
        signal,
      ),

    rate: (token: string, givenRating: ChatRating) => callApi<object>("rating", token, givenRating),

    setLanguage: (token: string, language: Language) => callApi<object>("language", token, { language }),
    typing: (token: string) => callApi<object>("typing", token, {}),
    seen: (token: string, message_id: string) => callApi<object>("seen", token, { message_id }),
    report: (token: string, visitorReports: readonly BroadcastReport[]) =>
      callApi<object>("broadcasts", token, { acts: visitorReports }),

    /** Downloads a file that an agent has sent to the visitor. */
    async loadFile(token: string, id: string): Promise<Blob> {
      const response = await fetch(`/api/w/${botId}/files/${id}`, {
        credentials: "omit",
        headers: { "x-visitor-token": token },
      }).catch(() => {
        throw new CallFailure(0);
      });
      if (!response.ok) throw new CallFailure(response.status);
      return response.blob();
    },
  };
}
