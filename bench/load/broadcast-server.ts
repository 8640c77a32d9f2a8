import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface BroadcastServerJob {
  body: string;
  socketCount: number;
  /**
   * How many rounds the server sends each time the client sends "more". In a round, each socket receives one message.
   */
  roundsPerRequest: number;
}

/**
 * Runs a server for measuring how fast live delivery could be at best. The server does nothing but send the same body
 * to every socket, as one WebSocket message per round. It reports its address to the parent process. The first round
 * begins when all sockets are connected and the client asks for rounds.
 */
export async function serveBroadcast({
  body,
  socketCount,
  roundsPerRequest,
}: BroadcastServerJob): Promise<string> {
  const bytes = Buffer.from(body);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  const receiverSockets: WebSocket[] = [];
  let roundCount = 0;
  let isBroadcasting = false;

  function broadcastRound(): void {
    isBroadcasting = roundCount > 0 && receiverSockets.length === socketCount;
    if (!isBroadcasting) return;
    roundCount--;
    for (const receiver of receiverSockets) receiver.send(bytes, { binary: false });
    setImmediate(broadcastRound);
  }
  server.on("connection", (receiver) => {
    receiverSockets.push(receiver);
    receiver.on("message", () => {
      roundCount += roundsPerRequest;
      if (!isBroadcasting) broadcastRound();
    });
    // Ignores socket errors, because the client may disconnect in the middle of a round.
    receiver.on("error", () => {});
    receiver.on("close", () => receiverSockets.splice(receiverSockets.indexOf(receiver), 1));
  });
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
