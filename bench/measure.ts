import { setTimeout as wait } from "node:timers/promises";
import type { Values } from "./figures.ts";
import type { ChatResult } from "./load/chat.ts";
import type { InsertsResult } from "./load/inserts.ts";
import { runTask } from "./load/run.ts";
import type { SlowReadersJob, SlowReadersResult } from "./load/slow-readers.ts";
import { type Server, startServer } from "./server.ts";
import type { Stage } from "./stage.ts";

/** How many milliseconds a chat warms up, and how many it is measured. */
const chatSpanMs = { warmUpMs: 2_000, measuredMs: 4_000 };
const shortChatSpanMs = { warmUpMs: 1_000, measuredMs: 3_000 };
const senders = 8;
/**
 * How many posts a second are made while processor time is measured. A machine with other work can keep this pace, too.
 */
const steadyPosts = 150;
const readers = 16;
/**
 * How many people sign in at once from one address. After more failed sign-ins than this, the server would slow the
 * address down.
 */
const signingIn = 4;
const translating = { translationReaders: 20, translationCount: 200 };
const idleSockets = 1_000;
/**
 * How many sockets are opened and closed before memory is measured: the first sockets load code that all sockets share.
 */
const firstSockets = 100;
const creditedMessages = 32;
const slowReading = { senders: 4, readers: 10, posts: 4_000, postsPerSecond: 200, length: 8_000 };

/** Thrown when a message was lost, doubled or changed. The other figures of that run then mean nothing. */
export class LossError extends Error {}

interface Chat extends ChatResult {
  /**
   * Microseconds of processor time that the server and the database use for each post, including connecting and warming
   * up.
   */
  cpuPerPost: number;
  databaseCpuPerPost: number | undefined;
}

async function chat(
  workspace: Stage,
  server: Server,
  members: number,
  options: { senders?: number; postsPerSecond?: number; warmUpMs?: number; measuredMs?: number } = {},
): Promise<Chat> {
  const room = await workspace.openRoom(members);
  const seats = workspace.people.slice(0, members);
  const before = await server.cpuSeconds();
  const databaseBefore = workspace.databaseCpuSeconds();
  await using task = await runTask("chat", {
    api: server.url,
    live: server.live,
    room,
    seats,
    senders,
    ...chatSpanMs,
    ...options,
  });
  const { faults, messages } = task.result;
  if (faults.length > 0) throw new LossError(`With ${members} members: ${faults.join("; ")}`);
  const databaseAfter = workspace.databaseCpuSeconds();
  const perPost = (seconds: number) => (seconds / messages) * 1e6;
  return {
    ...task.result,
    cpuPerPost: perPost((await server.cpuSeconds()) - before),
    databaseCpuPerPost:
      databaseBefore === undefined || databaseAfter === undefined
        ? undefined
        : perPost(databaseAfter - databaseBefore),
  };
}

async function broadcast(body: string, sockets: number): Promise<number> {
  await using task = await runTask("broadcastServer", { body, sockets, credit: creditedMessages });
  await using load = await runTask("broadcast", {
    url: task.result,
    sockets,
    credit: creditedMessages,
    ...shortChatSpanMs,
  });
  return load.result.deliveriesPerSecond;
}

async function inserts(workspace: Stage, content: string, connections: number): Promise<InsertsResult> {
  const [user] = workspace.people;
  await using task = await runTask("inserts", {
    database: workspace.databaseUrl,
    connections,
    room: crypto.randomUUID(),
    user: user?.id ?? "",
    content,
    ...shortChatSpanMs,
  });
  return task.result;
}

async function measureReads(workspace: Stage, server: Server): Promise<number> {
  const tokens = workspace.people.slice(0, readers).map(({ token }) => token);
  await using task = await runTask("reads", {
    api: server.url,
    path: "/api/users/info",
    tokens,
    ...shortChatSpanMs,
  });
  return task.result.requestsPerSecond;
}

/** Measures the milliseconds from the submit of a translation to its event at each reader's socket. */
async function translations(workspace: Stage, server: Server): Promise<{ p50: number; p99: number }> {
  const { translationReaders, translationCount } = translating;
  const seats = workspace.people.slice(0, translationReaders + 2);
  const [, translator] = seats;
  if (translator) await workspace.makeTranslator(translator);
  const room = await workspace.openRoom(seats.length);
  const job = { api: server.url, live: server.live, room, seats, count: translationCount };
  await using task = await runTask("translations", job);
  return task.result;
}

/** The accounts' passwords are hashed with argon2id, with the same cost as in production. */
async function signIns(workspace: Stage, server: Server) {
  const job = {
    api: server.url,
    emails: workspace.people.slice(0, signingIn).map(({ email }) => email),
    password: workspace.password,
  };
  {
    await using _first = await runTask("signIns", { ...job, measuredMs: shortChatSpanMs.warmUpMs });
  }
  await server.longestBlock();
  await using task = await runTask("signIns", { ...job, measuredMs: shortChatSpanMs.measuredMs });
  return { ...task.result, block: await server.longestBlock() };
}

/**
 * Returns how many pages one core makes in a second. It is computed from the server's processor time, which includes
 * compression.
 */
async function pages(server: Server, path: string, isUncached: boolean): Promise<number> {
  const job = { url: server.url, path, isUncached, connections: 4, ...shortChatSpanMs };
  await using _first = await runTask("pages", { ...job, warmUpMs: 0, measuredMs: shortChatSpanMs.warmUpMs });
  const before = await server.cpuSeconds();
  await using task = await runTask("pages", job);
  return task.result.pages / ((await server.cpuSeconds()) - before);
}

/**
 * Measures the figures of speed one after the other on one server. So each upper limit is measured under the same
 * conditions as the figure that it limits.
 */
export async function measureSpeed(workspace: Stage, server: Server): Promise<Values> {
  // A warm-up, because the first posts make V8 compile the server's code. Without a warm-up the first figure would
  // include the compilation.
  await chat(workspace, server, 50, shortChatSpanMs);
  const alone = await chat(workspace, server, 50, { senders: 1 });
  const steadyChat = await chat(workspace, server, 50, { postsPerSecond: steadyPosts });
  const chatOfFifty = await chat(workspace, server, 50);
  const { content } = JSON.parse(chatOfFifty.body).message;
  const insertedAlone = await inserts(workspace, content, 1);
  const { insertsPerSecond } = await inserts(workspace, content, senders);
  const rawFew = await broadcast(chatOfFifty.body, 50);
  // The machine's speed changes by up to a tenth within half a minute, so the raw limit is measured before and after
  // the chat.
  const rawBefore = await broadcast(chatOfFifty.body, 200);
  const chatOfTwoHundred = await chat(workspace, server, 200);
  const rawMany = (rawBefore + (await broadcast(chatOfTwoHundred.body, 200))) / 2;
  const translated = await translations(workspace, server);
  const signedIn = await signIns(workspace, server);
  return {
    posts_alone: alone.postsPerSecond,
    post_p50_alone: alone.post.p50,
    post_p99_alone: alone.post.p99,
    delivery_p50_alone: alone.delivery.p50,
    delivery_p99_alone: alone.delivery.p99,
    server_cpu_steady: steadyChat.cpuPerPost,
    ...(steadyChat.databaseCpuPerPost !== undefined && {
      database_cpu_steady: steadyChat.databaseCpuPerPost,
    }),
    posts_50: chatOfFifty.postsPerSecond,
    post_p50_50: chatOfFifty.post.p50,
    post_p99_50: chatOfFifty.post.p99,
    delivery_p50_50: chatOfFifty.delivery.p50,
    delivery_p99_50: chatOfFifty.delivery.p99,
    deliveries_50: chatOfFifty.deliveriesPerSecond,
    server_cpu_50: chatOfFifty.cpuPerPost,
    posts_200: chatOfTwoHundred.postsPerSecond,
    post_p50_200: chatOfTwoHundred.post.p50,
    post_p99_200: chatOfTwoHundred.post.p99,
    delivery_p50_200: chatOfTwoHundred.delivery.p50,
    delivery_p99_200: chatOfTwoHundred.delivery.p99,
    deliveries_200: chatOfTwoHundred.deliveriesPerSecond,
    server_cpu_200: chatOfTwoHundred.cpuPerPost,
    translation_p50: translated.p50,
    translation_p99: translated.p99,
    insert_p50_alone: insertedAlone.insert.p50,
    insert_p99_alone: insertedAlone.insert.p99,
    inserts: insertsPerSecond,
    broadcast_50: rawFew,
    broadcast_200: rawMany,
    posts_per_insert_50: chatOfFifty.postsPerSecond / insertsPerSecond,
    posts_per_insert_200: chatOfTwoHundred.postsPerSecond / insertsPerSecond,
    deliveries_per_broadcast_50: chatOfFifty.deliveriesPerSecond / rawFew,
    deliveries_per_broadcast_200: chatOfTwoHundred.deliveriesPerSecond / rawMany,
    pages_fresh: await pages(server, "/", true),
    pages_kept: await pages(server, "/", false),
    reads: await measureReads(workspace, server),
    sign_in_p50: signedIn.p50,
    sign_in_p99: signedIn.p99,
    sign_ins: signedIn.signInsPerSecond,
    sign_in_block: signedIn.block,
  };
}

/** Runs the job with clients that never read. The members' sockets stay open until this resolves. */
async function slowReaders(
  job: Omit<SlowReadersJob, "room" | "seats">,
  room: string,
  seats: SlowReadersJob["seats"],
): Promise<SlowReadersResult> {
  await using task = await runTask("slowReaders", { ...job, room, seats });
  return task.result;
}

/**
 * Measures on a newly started server what clients cost that never read. With 500 such clients, 200 posts a second mean
 * 0.8 GB a second to send.
 */
export async function measureSlowReaders(workspace: Stage, deaf: 100 | 500): Promise<Values> {
  await using server = await startServer({ ...workspace, profileDir: undefined });
  const { readers } = slowReading;
  const job = { api: server.url, live: server.live, ...slowReading };
  await slowReaders(job, await workspace.openRoom(readers), workspace.people.slice(0, readers));
  const before = await server.settledMemory();
  const room = await workspace.openRoom(readers + deaf);
  let peak = before;
  const ownersTimer = setInterval(async () => {
    peak = Math.max(peak, await server.memory());
  }, 250);
  const { readersDropped, seconds } = await slowReaders(job, room, workspace.people.slice(0, readers + deaf));
  clearInterval(ownersTimer);
  await wait(60_000);
  const peakMegabytes = peak / 1024 / 1024;
  const ratioAfter = (await server.memory()) / before;
  if (deaf === 100) return { slow_peak: peakMegabytes, slow_after: ratioAfter, slow_dropped: readersDropped };
  return {
    slow_peak_500: peakMegabytes,
    slow_after_500: ratioAfter,
    slow_dropped_500: readersDropped,
    slow_sent_500: (slowReading.posts * slowReading.length * (readers + deaf)) / seconds / 1e6,
  };
}

/** Measures the figures of memory on a newly started server. */
export async function measureMemory(workspace: Stage): Promise<Values> {
  await using server = await startServer({ ...workspace, profileDir: undefined });
  {
    await using _first = await runTask("idle", {
      live: server.live,
      seats: workspace.people.slice(0, firstSockets),
    });
  }
  const before = await server.settledMemory();
  await using _idle = await runTask("idle", {
    live: server.live,
    seats: workspace.people.slice(0, idleSockets),
  });
  const after = await server.settledMemory();
  return { socket_memory: (after - before) / idleSockets / 1024, memory: after / 1024 / 1024 };
}
