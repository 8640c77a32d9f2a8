import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { minimumRetryWaitMs } from "../apps/web/app/kit/api-error.ts";
import { openDemo } from "./demo.ts";
import { createSharedGroup, findMessageByWords, type SignedInDevice } from "./people.ts";

// People scroll through the messages of a conversation.

const { signIn } = await openDemo();

/** Sends `count` messages. Each consists of a number, beginning with 1, and the same words. */
async function sendNumberedMessages(
  { call }: SignedInDevice,
  id: string,
  count: number,
  messageText: string,
): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const body = { client_id: randomUUID(), content: `message number ${number}.${messageText}` };
    await call("POST", `/conversations/${id}/messages`, body);
  }
}

test("older messages that failed to load are not requested at every scroll, and load after reconnecting", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  await sendNumberedMessages(emma, id, 75, "\n\nin three\n\nparagraphs");
  await emma.page.goto(`/chat/${id}`);
  await findMessageByWords(emma.page, "message number 75.").waitFor();
  await emma.page.waitForLoadState("networkidle");
  await emma.context.setOffline(true);
  const readTopmostText = () => emma.page.locator("article [data-message]").first().textContent();
  let requestCount = 0;
  emma.page.on("request", (request) => {
    if (request.url().includes("/above")) requestCount++;
  });
  const startedAt = performance.now();
  // Starts to wait for the toast before the action, because the toast disappears after two seconds.
  await Promise.all([
    emma.page.getByText("Older messages could not be loaded.").waitFor(),
    emma.page.getByRole("region", { name: "Messages" }).evaluate((list) => {
      list.scrollTop = -list.scrollHeight;
    }),
  ]);
  await emma.page.mouse.move(900, 350);
  for (let wheelTurnIndex = 0; wheelTurnIndex < 10; wheelTurnIndex++)
    await emma.page.mouse.wheel(0, wheelTurnIndex % 2 === 0 ? 80 : -80);
  await emma.page.getByText("Older messages could not be loaded.").waitFor({ state: "detached" });
  // During an outage, the page may send two requests at first, and two more after each pause.
  const outagePauseCount = Math.floor((performance.now() - startedAt) / minimumRetryWaitMs);
  expect(requestCount).toBeLessThanOrEqual(2 * (1 + outagePauseCount));
  const topmostTextBefore = await readTopmostText();
  await emma.context.setOffline(false);
  await expect.poll(readTopmostText, { timeout: 20_000 }).not.toBe(topmostTextBefore);
});

test("a conversation scrolls up to its beginning and no further", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  await sendNumberedMessages(aiko, id, 18, "\n\nin two paragraphs");
  await findMessageByWords(aiko.page, "message number 18.").hover();
  const systemLine = aiko.page.getByText(/ made this group on /);
  const list = aiko.page.getByRole("region", { name: "Messages" });
  await expect
    .poll(async () => {
      // The list cannot scroll past rows that are not drawn yet. So the test turns the wheel again until the line is at
      // the top.
      await aiko.page.mouse.wheel(0, -100_000);
      const [text, view] = [await systemLine.boundingBox(), await list.boundingBox()];
      // The list can stop only at whole pixels, so a difference of less than one pixel counts as equal.
      return text && view && Math.abs(text.y - view.y) < 1;
    })
    .toBe(true);
});

test("a message scrolled under the pointer is not hovered until scrolling ends", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  await sendNumberedMessages(aiko, id, 18, "\n\nin two paragraphs");
  await findMessageByWords(aiko.page, "message number 18.").hover();
  await aiko.page.getByRole("toolbar").waitFor();
  // This script runs in the browser. The page sets the attribute `data-wheeling` while it scrolls. At each change of
  // the attribute, the script records whether the pointer can reach a message in the middle of the list.
  const messageVisibilityRecord = await aiko.page.evaluateHandle<boolean[]>(`(() => {
    const view = document.querySelector("main section[tabindex]");
    const seen = [];
    new MutationObserver(() => {
      const { left, top, width, height } = view.getBoundingClientRect();
      const element = document.elementFromPoint(left + width / 2, top + height / 2);
      seen.push(element.closest("article") !== null);
    }).observe(view, { attributeFilter: ["data-wheeling"] });
    return seen;
  })()`);
  await aiko.page.mouse.wheel(0, -120);
  await expect.poll(() => messageVisibilityRecord.jsonValue()).toEqual([false, true]);
});

test("code in a known language is coloured, and code in any other is shown as written", async () => {
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
  const id = await createSharedGroup(linh, kenji);
  for (const language of ["ts", "unheard-of"])
    await linh.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `\`\`\`${language}\nconst ${language.length} = "<b>bridge</b>";\n\`\`\``,
    });
  const [highlightedBlock, plainBlock] = [2, 10].map((length) =>
    kenji.page.locator("pre", { hasText: `const ${length}` }),
  );
  await highlightedBlock?.locator("code span", { hasText: /^const$/ }).waitFor();
  await highlightedBlock?.locator("code span", { hasText: /^"<b>bridge<\/b>"$/ }).waitFor();
  expect(await plainBlock?.locator("span").count()).toBe(0);
  expect(await plainBlock?.textContent()).toBe('const 10 = "<b>bridge</b>";');
});
