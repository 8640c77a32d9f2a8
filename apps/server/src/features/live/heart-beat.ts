import { heartbeatOutgoing, silenceLimit } from "@kakehashi/contract/live";
import { FrameError } from "./frame-reader.ts";
import type { Version } from "./frames.ts";

/** Milliseconds: the shortest interval between heart-beats that is agreed to, in both directions. */
export const shortestBeatMs = 1_000;

export interface HeartBeat {
  /** The answer to the client, `sx,sy`; null where the version has no heart-beat. */
  header: string | null;
  /** Milliseconds between our own heart-beats; 0 for none. */
  sendEveryMs: number;
  /** Milliseconds of silence after which the client is dropped. */
  silenceLimitMs: number;
  /** The client promises no heart-beat, or a rare one: WebSocket pings find out whether it is still there. */
  needsPings: boolean;
}

/**
 * Agrees on heart-beats with a client that said `heart-beat:cx,cy` in CONNECT: it sends one every `cx` ms and wants one
 * every `cy` ms, 0 for none. It is held to 2.5 of its own intervals. Throws a FrameError for any other value.
 */
export function agreeOnHeartBeat(header: string | undefined, version: Version): HeartBeat {
  const pinged = { silenceLimitMs: silenceLimit, needsPings: true };
  if (version === "1.0") return { header: null, sendEveryMs: 0, ...pinged };
  const [, sends, wants] = /^(\d{1,9}),(\d{1,9})$/.exec(header ?? "0,0") ?? [];
  if (sends === undefined) throw new FrameError("The heart-beat is not two numbers of milliseconds.");
  const [clientSendsEveryMs, sendEveryMs] = [sends, wants].map((text) =>
    Number(text) === 0 ? 0 : Math.max(Number(text), shortestBeatMs),
  ) as [number, number];
  const promised = clientSendsEveryMs > 0 && clientSendsEveryMs <= heartbeatOutgoing;
  return {
    header: `${sendEveryMs},${clientSendsEveryMs}`,
    sendEveryMs,
    ...(promised ? { silenceLimitMs: 2.5 * clientSendsEveryMs, needsPings: false } : pinged),
  };
}
