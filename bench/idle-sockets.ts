import type { FigureValues } from "./figures.ts";
import { runTask } from "./load/run.ts";
import { type BenchServer, startServer } from "./server.ts";
import type { BenchWorkspace } from "./stage.ts";

const idleSocketCount = 1_000;
/**
 * How many sockets are opened and closed before memory is measured. They make the server load the code for sockets, so
 * that this code is not counted as the memory of a socket.
 */
const warmUpSocketCount = 100;

/** Measures the memory values, each on a newly started server. */
export async function measureMemory(workspace: BenchWorkspace): Promise<FigureValues> {
  return {
    socket_memory: await measureSocketMemory(workspace),
    memory: await measureIdleMemory(workspace),
  };
}

/**
 * Measures the memory of the server's process with idle sockets, in MB. The value includes garbage, like the value that
 * an operator sees.
 */
async function measureIdleMemory(workspace: BenchWorkspace): Promise<number> {
  await using server = await startServer({ ...workspace, profileDir: undefined });
  await openAndCloseSockets(workspace, server);
  await server.waitForStableMemory();
  await using _idleTask = await openIdleSockets(workspace, server, idleSocketCount);
  return (await server.waitForStableMemory()) / 1024 / 1024;
}

/**
 * Measures how many KB the objects and buffers of one idle socket take. The memory of the whole process cannot show
 * this, because opening 1,000 sockets leaves more garbage than the sockets take.
 */
async function measureSocketMemory(workspace: BenchWorkspace): Promise<number> {
  await using server = await startServer({ ...workspace, profileDir: undefined });
  await openAndCloseSockets(workspace, server);
  const bytesBefore = await server.measureLiveBytes();
  await using _idleTask = await openIdleSockets(workspace, server, idleSocketCount);
  return ((await server.measureLiveBytes()) - bytesBefore) / idleSocketCount / 1024;
}

async function openAndCloseSockets(workspace: BenchWorkspace, server: BenchServer): Promise<void> {
  await using _warmUpTask = await openIdleSockets(workspace, server, warmUpSocketCount);
}

function openIdleSockets(workspace: BenchWorkspace, server: BenchServer, socketCount: number) {
  return runTask("idle", {
    live: server.live,
    memberCredentials: workspace.people.slice(0, socketCount),
  });
}
