import { once } from "node:events";
import { openSocket } from "./member.ts";

export interface BroadcastJob {
  url: string;
  socketCount: number;
  /**
   * How many rounds of messages the client receives before it requests more. In a round, each socket receives one
   * message.
   */
  requestAfterRounds: number;
  warmUpMs: number;
  measuredMs: number;
}

export interface BroadcastResult {
  deliveriesPerSecond: number;
}

/**
 * Runs the client of the server in `broadcast-server.ts`. Counts the received messages, and requests more rounds of
 * messages.
 */
export async function runBroadcast(job: BroadcastJob): Promise<BroadcastResult> {
  const sockets = Array.from({ length: job.socketCount }, () => openSocket(job.url));
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  const startTimeMs = performance.now() + job.warmUpMs;
  const endTimeMs = startTimeMs + job.measuredMs;
  let receivedCount = 0;
  let deliveredCount = 0;
  await new Promise<void>((resolve, reject) => {
    for (const socket of sockets) {
      socket.on("message", () => {
        const now = performance.now();
        if (now >= startTimeMs && now < endTimeMs) deliveredCount++;
        else if (now >= endTimeMs) resolve();
        if (++receivedCount % (job.requestAfterRounds * sockets.length) === 0) sockets[0]?.send("more");
      });
      socket.on("close", () => reject(new Error("The raw broadcast ended early")));
      socket.on("error", reject);
    }
    sockets[0]?.send("more");
    sockets[0]?.send("more");
  });
  for (const socket of sockets) {
    socket.removeAllListeners();
    socket.on("error", () => {});
    socket.terminate();
  }
  return { deliveriesPerSecond: deliveredCount / (job.measuredMs / 1000) };
}
