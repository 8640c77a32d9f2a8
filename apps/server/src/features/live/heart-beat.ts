import { heartbeatOutgoingMs, maximumSilenceMs } from "@kakehashi/contract/live";
import { FrameError } from "./frame-reader.ts";
import type { StompVersion } from "./frames.ts";

/** The shortest heart-beat interval that the server agrees to, in both directions. */
export const minimumHeartBeatMs = 1_000;

export interface HeartBeatSettings {
  /** The heart-beat header of the CONNECTED frame, `sx,sy`. Null if the STOMP version has no heart-beats. */
  header: string | null;
  /** Milliseconds between the server's heart-beats. 0 for none. */
  sendEveryMs: number;
  /** Milliseconds of silence after which the client is disconnected. */
  silenceLimitMs: number;
  /**
   * Whether the client sends no heart-beats or only rare ones. The server then uses WebSocket pings to check whether
   * the client is alive.
   */
  needsPings: boolean;
}

/**
 * Negotiates heart-beats with a client whose header is `heart-beat:cx,cy`. The client can send a heart-beat every `cx`
 * ms and wants one every `cy` ms; 0 means none. The client may be silent for 2.5 of its intervals. Throws a FrameError
 * if the header is malformed.
 */
export function agreeOnHeartBeat(header: string | undefined, version: StompVersion): HeartBeatSettings {
  const pingSettings = { silenceLimitMs: maximumSilenceMs, needsPings: true };
  if (version === "1.0") return { header: null, sendEveryMs: 0, ...pingSettings };
  const [, clientSendsText, clientWantsText] = /^(\d{1,9}),(\d{1,9})$/.exec(header ?? "0,0") ?? [];
  if (clientSendsText === undefined)
    throw new FrameError("The heart-beat is not two numbers of milliseconds.");
  const [clientSendsEveryMs, sendEveryMs] = [clientSendsText, clientWantsText].map((text) =>
    Number(text) === 0 ? 0 : Math.max(Number(text), minimumHeartBeatMs),
  ) as [number, number];
  const sendsHeartBeatsOften = clientSendsEveryMs > 0 && clientSendsEveryMs <= heartbeatOutgoingMs;
  return {
    header: `${sendEveryMs},${clientSendsEveryMs}`,
    sendEveryMs,
    ...(sendsHeartBeatsOften
      ? { silenceLimitMs: 2.5 * clientSendsEveryMs, needsPings: false }
      : pingSettings),
  };
}

/** Stores when a connection sent its last heart-beat and its last ping. */
export class LastHeartBeatTimes {
  #heartBeatAt = Date.now();
  #pingAt = Date.now();

  /**
   * Returns whether a heart-beat or a ping is due before the next check, which follows after `checkIntervalMs`. If one
   * is due, stores the current time as the time when it was sent.
   */
  takeDueHeartBeats(
    { sendEveryMs, needsPings }: HeartBeatSettings,
    now: number,
    checkIntervalMs: number,
  ): { isHeartBeatDue: boolean; ping: boolean } {
    const isHeartBeatDue = sendEveryMs > 0 && now - this.#heartBeatAt > sendEveryMs - checkIntervalMs;
    const ping = needsPings && now - this.#pingAt > heartbeatOutgoingMs - checkIntervalMs;
    if (isHeartBeatDue) this.#heartBeatAt = now;
    if (ping) this.#pingAt = now;
    return { isHeartBeatDue, ping };
  }
}
