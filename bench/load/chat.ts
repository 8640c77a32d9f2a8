import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { KeepAliveConnection } from "./keep-alive.ts";
import { DeliveryChecker, type LedgerReader } from "./ledger.ts";
import { MemberConnection, type MemberCredentials } from "./member.ts";

export interface ChatJob {
  api: string;
  live: string;
  room: string;
  /** All members of the room. The first `senderCount` of them also write. */
  memberCredentials: MemberCredentials[];
  senderCount: number;
  /**
   * How many messages all senders together post per second. If undefined, each sender posts its next message as soon as
   * the server has acknowledged the last one.
   */
  postsPerSecond?: number;
  /** How many milliseconds people post messages before the measurement begins. */
  warmUpMs: number;
  measuredMs: number;
}

export interface ChatResult {
  postsPerSecond: number;
  deliveriesPerSecond: number;
  /** Milliseconds from a post request to its response. */
  post: { p50: number; p99: number };
  delivery: { p50: number; p99: number };
  messages: number;
  /**
   * Describes the messages that were lost, duplicated or changed. The list is empty if every member received every
   * acknowledged message exactly once.
   */
  faults: string[];
  /** The JSON of one event that the members received. The bench of raw WebSocket delivery sends a copy of it. */
  body: string;
}

const chatLines = [
  "The deploy to staging is done. Could you check the login page once more before the demo at three?",
  "Dạ, em vừa sửa xong lỗi ở màn hình đăng nhập, chị kiểm tra lại giúp em nhé. Bản build mới đã lên rồi.",
  "お疲れさまです。ログイン画面の修正を確認しました。明日のデモまでに翻訳もお願いできますか。",
] as const;

/** Lets people write into a room, and measures what the room's members receive. */
export async function runChat(job: ChatJob): Promise<ChatResult> {
  const startTimeMs = performance.now() + job.warmUpMs;
  const endTimeMs = startTimeMs + job.measuredMs;
  const deliveryChecker = new DeliveryChecker(startTimeMs, endTimeMs);
  const readers = job.memberCredentials.map(
    (_, index): LedgerReader => ({ name: `member ${index}`, seq: 0 }),
  );
  const members = await Promise.all(
    job.memberCredentials.map((credentials, index) => {
      const reader = readers[index] as LedgerReader;
      return MemberConnection.join(
        job.live,
        credentials,
        (data, start, end, arrivedAt) => deliveryChecker.recordArrival(reader, data, start, end, arrivedAt),
        (error) => deliveryChecker.reportFault(`${reader.name}: ${error.message}`),
      );
    }),
  );
  const senders = job.memberCredentials.slice(0, job.senderCount);
  const waitUntilNextPost = createPostTimer(job.postsPerSecond);
  await Promise.all(
    senders.map(({ token }) => sendMessages(job, token, waitUntilNextPost, deliveryChecker, endTimeMs)),
  );
  const deliveryResults = await Promise.allSettled(members.map((member) => member.waitForDelivery()));
  for (const deliveryResult of deliveryResults)
    if (deliveryResult.status === "rejected") deliveryChecker.reportFault(String(deliveryResult.reason));
  for (const member of members) member.close();

  const seconds = job.measuredMs / 1000;
  return {
    postsPerSecond: deliveryChecker.postedCount / seconds,
    deliveriesPerSecond: deliveryChecker.deliveredCount / seconds,
    post: { p50: deliveryChecker.postTimes.percentile(0.5), p99: deliveryChecker.postTimes.percentile(0.99) },
    delivery: {
      p50: deliveryChecker.delivery.percentile(0.5),
      p99: deliveryChecker.delivery.percentile(0.99),
    },
    messages: readers[0]?.seq ?? 0,
    faults: deliveryChecker.listFaults(readers),
    body: deliveryChecker.readEventBody(),
  };
}

/** Returns a function that waits until the next post is due. Without `postsPerSecond`, it does not wait. */
function createPostTimer(postsPerSecond: number | undefined): () => Promise<void> {
  if (postsPerSecond === undefined) return () => Promise.resolve();
  const startedAt = performance.now();
  let postCount = 0;
  return async () => {
    const waitMs = startedAt + (postCount++ * 1_000) / postsPerSecond - performance.now();
    if (waitMs > 0) await wait(waitMs);
  };
}

async function sendMessages(
  { api, room }: ChatJob,
  token: string,
  waitForSlot: () => Promise<void>,
  deliveryChecker: DeliveryChecker,
  endTimeMs: number,
): Promise<void> {
  const connection = await KeepAliveConnection.open(api);
  try {
    for (let count = 0; performance.now() < endTimeMs; count++) {
      await waitForSlot();
      const client_id = randomUUID();
      const json = JSON.stringify({ client_id, content: chatLines[count % chatLines.length] });
      deliveryChecker.send(client_id, performance.now());
      const { status, body } = await connection.send(
        "POST",
        `/api/conversations/${room}/messages`,
        token,
        json,
      );
      const sentAt = performance.now();
      if (status !== 200) throw new Error(`A message was refused: ${status} ${body}`);
      deliveryChecker.acknowledge(JSON.parse(body).data, sentAt);
    }
  } finally {
    connection.close();
  }
}
