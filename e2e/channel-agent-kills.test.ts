import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "@kakehashi/contract/auth";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { createBot, setBotPerson } from "@kakehashi/contract/bots";
import { listAllChannelPages } from "@kakehashi/contract/channel-pages";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { getOutsideTalk } from "@kakehashi/contract/channels";
import { uploadMessageFiles } from "@kakehashi/contract/files";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { sendMessage } from "@kakehashi/contract/messages";
import type pg from "pg";
import { expect, test } from "vitest";
import type { StandInCustomer } from "../apps/server/src/test/channel-stand-ins/stand-in.ts";
import { ExternalDatabase } from "./kills/outside-database.ts";
import { PlatformStandIns } from "./kills/outside-pages.ts";
import { createAccount } from "./live-model/accounts.ts";
import { type CallEndpoint, createApiCaller, OutageError } from "./live-model/ask.ts";
import { ServerProcess } from "./server.ts";

// Agents and customers write to each other on Messenger and Zalo while the server is killed by SIGKILL again and again.
// The agent's client repeats each request until the server responds, and the platform repeats each webhook event.

const killCount = 5;
const agentCount = 3;
const messagesPerAgent = 12;
/** One in this many messages of an agent has a picture. */
const messagesPerPicture = 4;
/**
 * The time limit in milliseconds for finishing the work that a killed server left. The server looks for such work every
 * minute (`channels/followed-messages.ts`).
 */
const recoveryMs = 90_000;
const adminAccount = { email: "admin@kakehashi.example", password: "Bridge-of-kills-2026" };

/** A PNG of one pixel. */
const pictureBytes = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface TestSetup {
  readonly server: ServerProcess;
  readonly pool: pg.Pool;
  readonly platforms: PlatformStandIns;
  readonly ask: CallEndpoint;
  readonly botId: string;
}

/** Starts a server with a bot that has no story. So people, and not the bot, answer from the first message on. */
async function runWithServer(runTest: (setup: TestSetup) => Promise<void>): Promise<void> {
  const database = await ExternalDatabase.start();
  const pool = database.openPool();
  const platforms = await PlatformStandIns.start();
  const server = await ServerProcess.start({
    DATABASE_URL: database.url,
    SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
    ...platforms.settings,
  });
  try {
    const callAsGuest = createApiCaller(() => server.address);
    const { data: tokens } = await callAsGuest(signIn, { body: { ...adminAccount, service: "kakehashi" } });
    const callApi = createApiCaller(() => server.address, tokens.access_token);
    const { data: bot } = await callApi(createBot, {
      body: { name: "Salon", languages: ["en"], platforms: ["MESSENGER", "ZALO"] },
    });
    await runTest({ server, pool, platforms, ask: callApi, botId: bot.id });
  } finally {
    await server.stopAndDeleteData();
    await platforms.close();
    await pool.end();
    await database.remove();
  }
}

/** Repeats an API call until the server responds. */
async function repeatUntilAnswered<T>(attemptCall: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attemptCall();
    } catch (error) {
      OutageError.rethrowUnlessOutage(error);
      await wait(20);
    }
  }
}

/** Waits until the customer's conversation is in the inbox. Returns its id. */
async function waitForConversationId({ pool }: TestSetup, customer: StandInCustomer): Promise<string> {
  const findConversationId = async () => {
    const { rows } = await pool.query<{ id: string | null }>(
      `select s.conversation_id as id from channel_people c join bot_sessions s on s.id = c.session_id
       where c.external_id = $1`,
      [customer.id],
    );
    return rows[0]?.id ?? null;
  };
  await expect.poll(findConversationId, { timeout: 10_000 }).not.toBeNull();
  return (await findConversationId()) ?? "";
}

async function countRows({ pool }: TestSetup, rows: string): Promise<number> {
  const { rows: countRow } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${rows}`,
  );
  return countRow[0]?.count ?? 0;
}

/**
 * After half a minute, the server stops waiting for a platform call whose process was killed. This query makes the
 * unfinished calls half a minute older, so that the test need not wait.
 */
const backdateOpenCalls = ({ pool }: TestSetup, startedAt: Date) =>
  pool.query(
    `update channel_sends set changed_at = changed_at - interval '30 seconds'
     where state = 'SENDING' and called_at < $1`,
    [startedAt],
  );

test(
  "agents and customers write while the server is killed: all of it arrives once and in order, or is shown as lost",
  () =>
    runWithServer(async (setup) => {
      const { server, pool, platforms, ask, botId } = setup;
      const accounts = await Promise.all(
        Array.from({ length: agentCount }, (_, number) => createAccount(server, `agent-${number}`)),
      );
      const agentIds = accounts.map(({ id }) => id);
      await pool.query("update users set role = 'comtor', working_language = 'en' where id = any($1)", [
        agentIds,
      ]);
      const talks: {
        number: number;
        agent: CallEndpoint;
        token: string;
        customer: StandInCustomer;
        id: string;
      }[] = [];
      for (const platform of outsidePlatforms) {
        const page = await platforms.openPage(ask, platform, { botId, address: server.address });
        for (const { id: user_id, token } of accounts) {
          await ask(setBotPerson, { params: { id: botId, user_id }, body: { part: "AGENT" } });
          const number = talks.length;
          const customer = platforms.standIn(platform).addCustomer(page.id, `Hoa ${number}`);
          await customer.write(`Good morning, this is customer ${number}.`);
          const id = await waitForConversationId(setup, customer);
          const agent = createApiCaller(() => server.address, token);
          await agent(claimLivechat, { params: { id: botId, cid: id } });
          talks.push({ number, agent, token, customer, id });
        }
      }

      async function upload(token: string, conversationId: string): Promise<string> {
        const form = new FormData();
        form.append("files", new Blob([new Uint8Array(pictureBytes)]), "salon.png");
        const apiResponse = await fetch(
          `${server.address}/api${fillPath(uploadMessageFiles.path, { id: conversationId })}`,
          { method: "POST", body: form, headers: { authorization: `Bearer ${token}` } },
        )
          .then(async (response) => ({ status: response.status, text: await response.text() }))
          .catch((error: unknown) => {
            throw new OutageError(String(error));
          });
        if (apiResponse.status === 503) throw new OutageError(apiResponse.text);
        const { data } = JSON.parse(apiResponse.text) as { data: unknown };
        const [file] = uploadMessageFiles.data.parse(data);
        if (!file) throw new Error(apiResponse.text);
        return file.id;
      }

      /** The ids of the files in each acknowledged message of an agent, by the message's id. */
      const filesByMessageId = new Map<string, readonly string[]>();
      async function sendAnswer({ agent, token, id, number }: (typeof talks)[number], message: number) {
        const hasPicture = message % messagesPerPicture === 0;
        const file_ids = hasPicture ? [await repeatUntilAnswered(() => upload(token, id))] : [];
        const body = {
          client_id: randomUUID(),
          content: `We are open at ${message} for customer ${number}.`,
          ...(file_ids.length > 0 && { file_ids }),
        };
        const { data } = await repeatUntilAnswered(() => agent(sendMessage, { params: { id }, body }));
        filesByMessageId.set(data.id, file_ids);
      }
      let taskFailure: unknown;
      const agentTasks = talks.map(async (talk) => {
        // The agent sends two messages at the same time. The customer must receive them in the order of the
        // conversation.
        for (let message = 0; message < messagesPerAgent; message += 2)
          await Promise.all([sendAnswer(talk, message), sendAnswer(talk, message + 1)]);
      });
      const customerTasks = talks.map(async ({ customer, number }) => {
        for (let message = 0; message < messagesPerAgent; message++)
          await customer.write(`May I come at ${message}? This is customer ${number}.`);
      });

      const allMessagesSent = Promise.all([...agentTasks, ...customerTasks]).catch((error: unknown) => {
        taskFailure = error;
      });
      /** Waits until a condition holds. Throws as soon as the task of an agent or customer has failed. */
      async function waitUntil(isFulfilled: () => boolean | Promise<boolean>): Promise<void> {
        while (!(await isFulfilled())) {
          if (taskFailure) throw taskFailure;
          await wait(1);
        }
      }

      const total = talks.length * messagesPerAgent;
      const acknowledgedCountsAtKills: number[] = [];
      let startedAt = new Date();
      for (let killNumber = 0; killNumber < killCount; killNumber++) {
        await waitUntil(() => filesByMessageId.size > (killNumber * total) / killCount);
        // Every second kill waits until the server is calling a platform.
        if (killNumber % 2 === 1)
          await waitUntil(async () => (await countRows(setup, "channel_sends where state = 'SENDING'")) > 0);
        await wait(randomInt(40));
        await server.kill();
        acknowledgedCountsAtKills.push(filesByMessageId.size);
        startedAt = new Date();
        await server.start();
      }
      await allMessagesSent;
      expect(taskFailure).toBeUndefined();
      expect(acknowledgedCountsAtKills.every((count) => count < total)).toBe(true);
      await backdateOpenCalls(setup, startedAt);
      const countOpenCalls = () => countRows(setup, "channel_sends where state not in ('SENT', 'FAILED')");
      const countUnhandledEvents = () => countRows(setup, "channel_events where handled_at is null");
      await expect.poll(countUnhandledEvents, { timeout: recoveryMs }).toBe(0);
      // Waits until every message has a row in the table of deliveries. Only then does the absence of unfinished calls
      // mean that everything was sent.
      await expect.poll(() => countRows(setup, "channel_deliveries"), { timeout: recoveryMs }).toBe(total);
      await expect.poll(countOpenCalls, { timeout: recoveryMs }).toBe(0);

      for (const { id, customer, number } of talks) {
        const { rows: messages } = await pool.query<{ id: string; content: string; is_ours: boolean }>(
          `select id, content, user_id = any($2) as is_ours from messages
         where conversation_id = $1 and content <> '' order by number`,
          [id, agentIds],
        );
        expect(messages.filter(({ is_ours }) => !is_ours).map(({ content }) => content)).toEqual([
          `Good morning, this is customer ${number}.`,
          ...Array.from(
            { length: messagesPerAgent },
            (_, message) => `May I come at ${message}? This is customer ${number}.`,
          ),
        ]);
        const { data: talk } = await ask(getOutsideTalk, { params: { id } });
        const deliveryByMessageId = new Map(
          talk.deliveries.map((delivery) => [delivery.message_id, delivery]),
        );
        const agentMessages = messages.filter(({ is_ours }) => is_ours);
        expect(agentMessages).toHaveLength(messagesPerAgent);
        const receivedMessages = customer.conversationMessages.filter(({ from }) => from === "page");
        for (const message of agentMessages) {
          const { state, error } = deliveryByMessageId.get(message.id) ?? {};
          const texts = receivedMessages.filter(({ text }) => text === message.content).length;
          const files = filesByMessageId.get(message.id) ?? [];
          const pictures = files.map(
            (file) =>
              receivedMessages.filter(({ attachments }) => attachments.some(({ url }) => url.includes(file)))
                .length,
          );
          if (error?.code === "LOST") {
            expect(state).toBe("FAILED");
            for (const times of [texts, ...pictures]) expect(times).toBeLessThanOrEqual(1);
            continue;
          }
          expect(["SENT", "DELIVERED", "SEEN"]).toContain(state);
          expect([texts, ...pictures]).toEqual([1, ...files.map(() => 1)]);
        }
        const positionByText = new Map(agentMessages.map(({ content }, setup) => [content, setup]));
        const receivedPositions = receivedMessages.flatMap(({ text }) => positionByText.get(text) ?? []);
        expect(receivedPositions).toEqual(receivedPositions.toSorted((a, b) => a - b));
      }
    }),
  300_000,
);

test(
  "if the server is killed before it stores Zalo's new token, the page shows the fault, and waiting messages are sent once it is connected again",
  () =>
    runWithServer(async (setup) => {
      const { server, platforms, ask, botId } = setup;
      const { zalo } = platforms;
      const page = await platforms.openPage(ask, "ZALO", { botId, address: server.address });
      const customer = zalo.addCustomer(page.id, "Hoa");
      await customer.write("Good morning, are you open?");
      const id = await waitForConversationId(setup, customer);
      await ask(claimLivechat, { params: { id: botId, cid: id } });
      // Zalo refuses the access token and accepts the refresh token. The server is killed before it gets Zalo's
      // response with the new tokens.
      zalo.failNextCall({ kind: "error", code: -220 });
      zalo.failNextCall({ kind: "hang", failsAfterAction: true });
      const content = "We are open until six.";
      await ask(sendMessage, { params: { id }, body: { client_id: randomUUID(), content } });
      await expect.poll(() => zalo.refreshOutcomeCounts.acceptedCount, { timeout: 10_000 }).toBe(1);
      const killedAt = new Date();
      await server.kill();
      await server.start();
      zalo.expireToken(page.id);
      await backdateOpenCalls(setup, killedAt);

      const fetchPlatformPage = async () => (await ask(listAllChannelPages)).data[0];
      const readDeliveryStates = async () =>
        (await ask(getOutsideTalk, { params: { id } })).data.deliveries.map(({ state }) => state);
      // The page's tokens no longer work, so sending the agent's next message fails. The server then marks the page as
      // broken.
      const nextText = "Do come in.";
      await ask(sendMessage, { params: { id }, body: { client_id: randomUUID(), content: nextText } });
      await expect.poll(async () => (await fetchPlatformPage())?.state, { timeout: 60_000 }).toBe("BROKEN");
      expect(await fetchPlatformPage()).toMatchObject({ last_error: { code: "TOKEN" }, queued_count: 1 });

      await platforms.connect(ask, "ZALO", { botId, pageId: page.id, address: server.address });
      const listReceivedTexts = () =>
        customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
      await expect.poll(listReceivedTexts, { timeout: 60_000 }).toContain(nextText);
      // The agent's first message failed before the page was connected again. The server may send it again or mark it
      // as failed, but the customer must not receive it twice.
      expect(listReceivedTexts().filter((text) => text === content).length).toBeLessThanOrEqual(1);
      await expect.poll(fetchPlatformPage).toMatchObject({ state: "CONNECTED", queued_count: 0 });
      await expect.poll(readDeliveryStates).toEqual([expect.stringMatching(/FAILED|DELIVERED/), "DELIVERED"]);
    }),
  300_000,
);
