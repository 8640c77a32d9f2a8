import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountDeletionJobName } from "../apps/server/src/features/deletion/service.ts";
import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { createJobs } from "../apps/server/src/kit/jobs.ts";
import { launchBrowser } from "./browser.ts";
import { demoEnvironment } from "./demo-workspace.ts";
import { interceptRequests } from "./intercept.ts";
import { ExternalDatabase } from "./kills/outside-database.ts";
import {
  findMessageByWords,
  findMessageComposer,
  findStoredMessage,
  openDevice,
  writeMessage,
} from "./people.ts";
import { ServerProcess } from "./server.ts";

let database: ExternalDatabase;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  database = await ExternalDatabase.start();
  [server, browser] = await Promise.all([
    ServerProcess.start({
      DATABASE_URL: database.url,
      SECRET_KEY: "one-key-for-both-of-the-two-processes",
      ...demoEnvironment,
    }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stopAndDeleteData();
  await database?.remove();
});

/**
 * Deletes an account now, and waits until it is deleted. In use, the server deletes an account two weeks after the
 * person has asked for it.
 */
async function deleteAccount(email: string): Promise<void> {
  const { kysely, pool, close } = openDatabase(database.url, { maximumConnections: 2 });
  const jobs = createJobs(database.url, (error) => {
    throw error;
  });
  try {
    const { rows: dueAccounts } = await pool.query<{ id: string }>(
      "update users set deletion_requested_at = now() - interval '14 days', deletion_due_at = now() where email = $1 returning id",
      [email],
    );
    await jobs.start();
    await jobs.send(kysely, accountDeletionJobName, {});
    const isDeleted = async () => {
      const { rows } = await pool.query(
        "select 1 from users where id = $1 and deleted_at is not null and deletion_due_at is null",
        [dueAccounts[0]?.id],
      );
      return rows.length > 0;
    };
    await expect.poll(isDeleted, { timeout: 30_000 }).toBe(true);
  } finally {
    await jobs.stop(1_000);
    await close();
  }
}

test("a room whose partner deleted their account refuses messages, and a waiting message is returned with the reason and its text", async () => {
  const emma = await openDevice(browser, server, "emma");
  const { page } = emma;
  const [oliver] = await emma.call<{ id: string }[]>("GET", "/users?search=oliver");
  const room = await emma.call<{ id: string }>("POST", "/conversations", {
    kind: "DIRECT",
    user_ids: [oliver?.id],
  });
  await page.goto(`/chat/${room.id}`);
  await writeMessage(page, "See you on Monday");
  // The Playwright route below delays new messages. So this message must be stored before the route is set.
  await findStoredMessage(page, "See you on Monday").waitFor();

  // The page sends the next message before the other person's account is deleted. The Playwright route delays the
  // request, so that the server gets it after the deletion.
  const accountDeletedNotice = page.getByText("This account has been deleted. You can still read");
  await interceptRequests(page, `**/api/conversations/${room.id}/messages`, async (route) => {
    // The page reads messages from the same URL with GET, so only POST is delayed.
    if (route.request().method() === "POST") await accountDeletedNotice.waitFor();
    await route.continue();
  });
  await writeMessage(page, "and bring the drawings");
  await findMessageByWords(page, "and bring the drawings").waitFor();
  await deleteAccount("oliver@kakehashi.example");

  const refusedMessage = findMessageByWords(page, "and bring the drawings");
  await refusedMessage.getByText("Nobody would see your message.").waitFor();
  expect(await findMessageComposer(page).count()).toBe(0);
  await page.reload();
  await refusedMessage.getByText("Nobody would see your message.").waitFor();
  await accountDeletedNotice.waitFor();
  expect(await findMessageComposer(page).count()).toBe(0);
  await refusedMessage.getByRole("button", { name: "Discard" }).click();
  await refusedMessage.waitFor({ state: "detached" });
  await findMessageByWords(page, "See you on Monday").waitFor();
  expect(emma.faults).toEqual([]);
  await emma.context.close();
});
