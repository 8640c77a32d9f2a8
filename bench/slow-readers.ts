import { setTimeout as wait } from "node:timers/promises";
import type { FigureValues } from "./figures.ts";
import { runTask } from "./load/run.ts";
import type { SlowReadersJob, SlowReadersResult } from "./load/slow-readers.ts";
import { startServer } from "./server.ts";
import type { BenchWorkspace } from "./stage.ts";

const slowReadersJob = {
  senderCount: 4,
  readerCount: 10,
  postCount: 4_000,
  postsPerSecond: 200,
  messageLength: 8_000,
};

/**
 * Measures a room in which some members never read from their sockets. The sockets stay open until the returned promise
 * resolves.
 */
async function runSlowReaders(
  job: Omit<SlowReadersJob, "room" | "memberCredentials">,
  room: string,
  memberCredentials: SlowReadersJob["memberCredentials"],
): Promise<SlowReadersResult> {
  await using task = await runTask("slowReaders", { ...job, room, memberCredentials });
  return task.result;
}

/**
 * Starts a new server, and measures what clients that never read from their sockets cost the server. With 500 such
 * clients and 200 posts per second, the server must send 0.8 GB per second.
 */
export async function measureSlowReaders(
  workspace: BenchWorkspace,
  slowReaderCount: 100 | 500,
): Promise<FigureValues> {
  await using server = await startServer({ ...workspace, profileDir: undefined });
  const { readerCount } = slowReadersJob;
  const job = { api: server.url, live: server.live, ...slowReadersJob };
  await runSlowReaders(job, await workspace.createRoom(readerCount), workspace.people.slice(0, readerCount));
  const memoryBefore = await server.waitForStableMemory();
  const room = await workspace.createRoom(readerCount + slowReaderCount);
  let peakBytes = memoryBefore;
  const memoryTimer = setInterval(async () => {
    peakBytes = Math.max(peakBytes, await server.readMemoryBytes());
  }, 250);
  const { droppedReaderCount, seconds } = await runSlowReaders(
    job,
    room,
    workspace.people.slice(0, readerCount + slowReaderCount),
  );
  clearInterval(memoryTimer);
  await wait(60_000);
  const peakMegabytes = peakBytes / 1024 / 1024;
  const memoryRatio = (await server.readMemoryBytes()) / memoryBefore;
  if (slowReaderCount === 100)
    return { slow_peak: peakMegabytes, slow_after: memoryRatio, slow_dropped: droppedReaderCount };
  return {
    slow_peak_500: peakMegabytes,
    slow_after_500: memoryRatio,
    slow_dropped_500: droppedReaderCount,
    slow_sent_500:
      (slowReadersJob.postCount * slowReadersJob.messageLength * (readerCount + slowReaderCount)) /
      seconds /
      1e6,
  };
}
