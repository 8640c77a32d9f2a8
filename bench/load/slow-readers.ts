import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { KeepAliveConnection } from "./keep-alive.ts";
import { MemberConnection, type MemberCredentials } from "./member.ts";

export interface SlowReadersJob {
  api: string;
  live: string;
  room: string;
  /**
   * All members of the room. The first `senderCount` members write. The first `readerCount` members read, and the
   * others never read.
   */
  memberCredentials: MemberCredentials[];
  senderCount: number;
  readerCount: number;
  postCount: number;
  /** The maximum number of messages that the writers post per second. The server may accept fewer. */
  postsPerSecond: number;
  /** How many characters each message has. */
  messageLength: number;
}

export interface SlowReadersResult {
  seconds: number;
  /** How many readers the server disconnected although they were reading. */
  droppedReaderCount: number;
}

/**
 * A few people write at a steady rate into a room in which most members never read. The sockets stay open until this
 * process ends.
 */
export async function runSlowReaders(job: SlowReadersJob): Promise<SlowReadersResult> {
  let droppedReaderCount = 0;
  const members = await Promise.all(
    job.memberCredentials.map((credentials, index) =>
      MemberConnection.join(
        job.live,
        credentials,
        () => {},
        () => {
          if (index < job.readerCount) droppedReaderCount++;
        },
      ),
    ),
  );
  for (const member of members.slice(job.readerCount)) member.stopReading();

  let posts = 0;
  const startedAt = performance.now();
  const sendMessages = async ({ token }: MemberCredentials) => {
    const connection = await KeepAliveConnection.open(job.api);
    const content = "x".repeat(job.messageLength);
    while (posts < job.postCount) {
      const waitMs = startedAt + (posts++ * 1_000) / job.postsPerSecond - performance.now();
      if (waitMs > 0) await wait(waitMs);
      const json = JSON.stringify({ client_id: randomUUID(), content });
      const path = `/api/conversations/${job.room}/messages`;
      const { status, body } = await connection.send("POST", path, token, json);
      if (status !== 200) throw new Error(`A message was refused: ${status} ${body}`);
    }
    connection.close();
  };
  await Promise.all(job.memberCredentials.slice(0, job.senderCount).map(sendMessages));
  return { seconds: (performance.now() - startedAt) / 1_000, droppedReaderCount };
}
