import type { FigureValues } from "./figures.ts";
import type { ChatResult } from "./load/chat.ts";
import type { InsertsResult } from "./load/inserts.ts";
import { runTask } from "./load/run.ts";
import type { BenchServer } from "./server.ts";
import type { BenchWorkspace } from "./stage.ts";

/** The durations of a chat's warm-up and of its measured period in milliseconds. */
const chatDurationsMs = { warmUpMs: 2_000, measuredMs: 4_000 };
const shortChatDurationsMs = { warmUpMs: 1_000, measuredMs: 3_000 };
const senderCount = 8;
/**
 * How many messages are posted per second while processor time is measured. The rate is so low that even a busy
 * computer can keep it.
 */
const steadyPostsPerSecond = 150;
const readerCount = 16;
/**
 * How many people sign in at the same time from one IP address. With more sign-ins, the server would slow the address
 * down as if somebody guessed passwords.
 */
const signInAccountCount = 4;
const translationJob = { translationReaders: 20, translationCount: 200 };
const roundsPerRequest = 32;

/** Thrown if a message was lost, duplicated or changed. The other results of that run are then worthless. */
export class MessageLossError extends Error {}

interface ChatMeasurement extends ChatResult {
  /**
   * Microseconds of processor time that the server uses per posted message, without the database. The value includes
   * the time for connecting and warming up.
   */
  cpuMicrosecondsPerPost: number;
  databaseCpuMicrosecondsPerPost: number | undefined;
}

async function measureChat(
  workspace: BenchWorkspace,
  server: BenchServer,
  memberCount: number,
  options: { senderCount?: number; postsPerSecond?: number; warmUpMs?: number; measuredMs?: number } = {},
): Promise<ChatMeasurement> {
  const room = await workspace.createRoom(memberCount);
  const members = workspace.people.slice(0, memberCount);
  const cpuSecondsBefore = await server.measureCpuSeconds();
  const databaseSecondsBefore = workspace.measureDatabaseCpuSeconds();
  await using loadTask = await runTask("chat", {
    api: server.url,
    live: server.live,
    room,
    memberCredentials: members,
    senderCount,
    ...chatDurationsMs,
    ...options,
  });
  const { faults, messages } = loadTask.result;
  if (faults.length > 0) throw new MessageLossError(`With ${memberCount} members: ${faults.join("; ")}`);
  const databaseSecondsAfter = workspace.measureDatabaseCpuSeconds();
  const microsecondsPerPost = (seconds: number) => (seconds / messages) * 1e6;
  return {
    ...loadTask.result,
    cpuMicrosecondsPerPost: microsecondsPerPost((await server.measureCpuSeconds()) - cpuSecondsBefore),
    databaseCpuMicrosecondsPerPost:
      databaseSecondsBefore === undefined || databaseSecondsAfter === undefined
        ? undefined
        : microsecondsPerPost(databaseSecondsAfter - databaseSecondsBefore),
  };
}

async function measureBroadcast(body: string, socketCount: number): Promise<number> {
  await using loadTask = await runTask("broadcastServer", {
    body,
    socketCount,
    roundsPerRequest,
  });
  await using client = await runTask("broadcast", {
    url: loadTask.result,
    socketCount,
    requestAfterRounds: roundsPerRequest,
    ...shortChatDurationsMs,
  });
  return client.result.deliveriesPerSecond;
}

async function measureInserts(
  workspace: BenchWorkspace,
  content: string,
  connectionCount: number,
): Promise<InsertsResult> {
  const [user] = workspace.people;
  await using loadTask = await runTask("inserts", {
    databaseUrl: workspace.databaseUrl,
    connectionCount,
    room: crypto.randomUUID(),
    user: user?.id ?? "",
    content,
    ...shortChatDurationsMs,
  });
  return loadTask.result;
}

async function measureReads(workspace: BenchWorkspace, server: BenchServer): Promise<number> {
  const tokens = workspace.people.slice(0, readerCount).map(({ token }) => token);
  await using loadTask = await runTask("reads", {
    api: server.url,
    path: "/api/users/info",
    tokens,
    ...shortChatDurationsMs,
  });
  return loadTask.result.requestsPerSecond;
}

/** Measures the milliseconds from submitting a translation until each reader's socket receives its event. */
async function measureTranslations(
  workspace: BenchWorkspace,
  server: BenchServer,
): Promise<{ p50: number; p99: number }> {
  const { translationReaders, translationCount } = translationJob;
  const memberCredentials = workspace.people.slice(0, translationReaders + 2);
  const [, translator] = memberCredentials;
  if (translator) await workspace.makeTranslator(translator);
  const room = await workspace.createRoom(memberCredentials.length);
  const job = { api: server.url, live: server.live, room, memberCredentials, count: translationCount };
  await using loadTask = await runTask("translations", job);
  return loadTask.result;
}

/**
 * Measures how many sign-ins the server completes per second. The server hashes passwords with argon2id at the same
 * cost as in production.
 */
async function measureSignIns(workspace: BenchWorkspace, server: BenchServer) {
  const job = {
    api: server.url,
    emails: workspace.people.slice(0, signInAccountCount).map(({ email }) => email),
    password: workspace.password,
  };
  {
    await using _warmUpTask = await runTask("signIns", { ...job, measuredMs: shortChatDurationsMs.warmUpMs });
  }
  await server.measureLongestEventLoopBlockMs();
  await using loadTask = await runTask("signIns", { ...job, measuredMs: shortChatDurationsMs.measuredMs });
  return { ...loadTask.result, block: await server.measureLongestEventLoopBlockMs() };
}

/**
 * Returns how many pages one processor core can render and compress per second, computed from the processor time that
 * the server used.
 */
async function measurePages(server: BenchServer, path: string, isUncached: boolean): Promise<number> {
  const job = { url: server.url, path, isUncached, connections: 4, ...shortChatDurationsMs };
  await using _warmUpTask = await runTask("pages", {
    ...job,
    warmUpMs: 0,
    measuredMs: shortChatDurationsMs.warmUpMs,
  });
  const cpuSecondsBefore = await server.measureCpuSeconds();
  await using loadTask = await runTask("pages", job);
  return loadTask.result.pages / ((await server.measureCpuSeconds()) - cpuSecondsBefore);
}

/**
 * Measures all speeds one after the other on one server. So the speeds and their upper limits are measured under the
 * same conditions.
 */
export async function measureSpeed(workspace: BenchWorkspace, server: BenchServer): Promise<FigureValues> {
  // Warms the server up: the first posts make V8 compile the server's code, which would distort the first measurement.
  await measureChat(workspace, server, 50, shortChatDurationsMs);
  const chatWithOneSender = await measureChat(workspace, server, 50, { senderCount: 1 });
  const steadyChat = await measureChat(workspace, server, 50, { postsPerSecond: steadyPostsPerSecond });
  const chatWithFiftyMembers = await measureChat(workspace, server, 50);
  const { content } = JSON.parse(chatWithFiftyMembers.body).message;
  const singleConnectionInserts = await measureInserts(workspace, content, 1);
  const { insertsPerSecond } = await measureInserts(workspace, content, senderCount);
  const broadcastToFifty = await measureBroadcast(chatWithFiftyMembers.body, 50);
  // The speed of the computer varies by up to a tenth within half a minute. So the upper limit of live delivery is
  // measured twice, before and after the chat, and the mean is used.
  const broadcastBeforeChat = await measureBroadcast(chatWithFiftyMembers.body, 200);
  const chatWithTwoHundredMembers = await measureChat(workspace, server, 200);
  const broadcastToTwoHundred =
    (broadcastBeforeChat + (await measureBroadcast(chatWithTwoHundredMembers.body, 200))) / 2;
  const translationTimes = await measureTranslations(workspace, server);
  const signInResult = await measureSignIns(workspace, server);
  return {
    posts_alone: chatWithOneSender.postsPerSecond,
    post_p50_alone: chatWithOneSender.post.p50,
    post_p99_alone: chatWithOneSender.post.p99,
    delivery_p50_alone: chatWithOneSender.delivery.p50,
    delivery_p99_alone: chatWithOneSender.delivery.p99,
    server_cpu_steady: steadyChat.cpuMicrosecondsPerPost,
    ...(steadyChat.databaseCpuMicrosecondsPerPost !== undefined && {
      database_cpu_steady: steadyChat.databaseCpuMicrosecondsPerPost,
    }),
    posts_50: chatWithFiftyMembers.postsPerSecond,
    post_p50_50: chatWithFiftyMembers.post.p50,
    post_p99_50: chatWithFiftyMembers.post.p99,
    delivery_p50_50: chatWithFiftyMembers.delivery.p50,
    delivery_p99_50: chatWithFiftyMembers.delivery.p99,
    deliveries_50: chatWithFiftyMembers.deliveriesPerSecond,
    server_cpu_50: chatWithFiftyMembers.cpuMicrosecondsPerPost,
    posts_200: chatWithTwoHundredMembers.postsPerSecond,
    post_p50_200: chatWithTwoHundredMembers.post.p50,
    post_p99_200: chatWithTwoHundredMembers.post.p99,
    delivery_p50_200: chatWithTwoHundredMembers.delivery.p50,
    delivery_p99_200: chatWithTwoHundredMembers.delivery.p99,
    deliveries_200: chatWithTwoHundredMembers.deliveriesPerSecond,
    server_cpu_200: chatWithTwoHundredMembers.cpuMicrosecondsPerPost,
    translation_p50: translationTimes.p50,
    translation_p99: translationTimes.p99,
    insert_p50_alone: singleConnectionInserts.insertTimesMs.p50,
    insert_p99_alone: singleConnectionInserts.insertTimesMs.p99,
    inserts: insertsPerSecond,
    broadcast_50: broadcastToFifty,
    broadcast_200: broadcastToTwoHundred,
    posts_per_insert_50: chatWithFiftyMembers.postsPerSecond / insertsPerSecond,
    posts_per_insert_200: chatWithTwoHundredMembers.postsPerSecond / insertsPerSecond,
    deliveries_per_broadcast_50: chatWithFiftyMembers.deliveriesPerSecond / broadcastToFifty,
    deliveries_per_broadcast_200: chatWithTwoHundredMembers.deliveriesPerSecond / broadcastToTwoHundred,
    pages_fresh: await measurePages(server, "/", true),
    pages_kept: await measurePages(server, "/", false),
    reads: await measureReads(workspace, server),
    sign_in_p50: signInResult.p50,
    sign_in_p99: signInResult.p99,
    sign_ins: signInResult.signInsPerSecond,
    sign_in_block: signInResult.block,
  };
}
