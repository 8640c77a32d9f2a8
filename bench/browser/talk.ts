import { randomUUID } from "node:crypto";
import type { BenchPerson } from "../stage.ts";

/** Makes other people write into a room, `messagesPerSecond` messages a second in total, until it is stopped. */
export function startSendingMessages(
  url: string,
  room: string,
  people: readonly BenchPerson[],
  messagesPerSecond: number,
): () => Promise<number> {
  let sentCount = 0;
  let sendError: Error | null = null;
  const pendingSends = new Set<Promise<void>>();
  const startTime = performance.now();
  async function sendMessage(person: BenchPerson | undefined): Promise<void> {
    const response = await fetch(`${url}/api/conversations/${room}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${person?.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        client_id: randomUUID(),
        content: `Message ${sentCount} of those who talk meanwhile`,
      }),
    });
    if (!response.ok) sendError ??= new Error(`A message was refused: ${await response.text()}`);
    else await response.arrayBuffer();
  }
  const timer = setInterval(
    () => {
      // The clock, and not the number of timer events, says how many messages are due. On a busy computer the timer
      // fires late.
      for (; sentCount < ((performance.now() - startTime) / 1000) * messagesPerSecond; sentCount++) {
        const pendingSend = sendMessage(people[sentCount % people.length]).catch((error: Error) => {
          sendError ??= error;
        });
        pendingSends.add(pendingSend);
        void pendingSend.then(() => pendingSends.delete(pendingSend));
      }
    },
    Math.min(50, 1000 / messagesPerSecond),
  );
  return async () => {
    clearInterval(timer);
    await Promise.all(pendingSends);
    if (sendError) throw sendError;
    return sentCount;
  };
}
