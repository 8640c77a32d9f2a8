import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import {
  chooseOption,
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  type SignedInDevice,
  writeMessage,
} from "../people.ts";

const { signIn } = await openDemo();

interface ShownMessage {
  id: string;
  words: string;
  files: string[];
  reactions: string[];
  replyCountText: string;
}

/** Returns the messages on a person's page. */
const readShownMessages = ({ page }: SignedInDevice): Promise<ShownMessage[]> =>
  page.locator("main article[id^=message-]").evaluateAll((rows) =>
    rows.map((row) => {
      const readTexts = (selector: string) =>
        [...row.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
      const [words] = readTexts("[data-message]");
      return {
        id: row.id.replace("message-", ""),
        words: (words ?? readTexts("p").at(-1) ?? "").replace(/\s+/g, " ").trim(),
        files: [...row.querySelectorAll("a[download]")].map((link) => link.getAttribute("download") ?? ""),
        reactions: readTexts("[aria-label=Reactions] button"),
        replyCountText:
          readTexts("button")
            .find((text) => /\d+ repl/.test(text))
            ?.match(/\d+ repl/)?.[0] ?? "",
      };
    }),
  );

/** Returns the messages of the conversation from the server, in the format of `readShownMessages`. */
const readStoredMessages = async ({ call }: SignedInDevice, id: string): Promise<ShownMessage[]> =>
  (await call<Message[]>("GET", `/conversations/${id}/messages`)).map((message) => ({
    id: message.id,
    words: message.deleted
      ? "Message deleted"
      : [replaceMentionsByNames(message.content), message.edited && "edited", message.pinned && "pinned"]
          .filter(Boolean)
          .join(" "),
    files: message.files.map(({ name }) => name),
    reactions: message.reactions.map(({ type, user_ids }) => `${type}${user_ids.length}`),
    replyCountText: message.reply_count > 0 ? `${message.reply_count} repl` : "",
  }));

const attachFile = ({ page }: SignedInDevice, name: string) =>
  page.setInputFiles("input[data-attach]", [
    { name, mimeType: "text/plain", buffer: Buffer.from(`what is in ${name}`) },
  ]);

test("three people see the same files, mentions, threads, reactions, edits, pins, deletions and messages sent offline", async () => {
  const people = [await signIn("aiko"), await signIn("an"), await signIn("linh")] as const;
  const [aiko, an, linh] = people;
  const id = await createSharedGroup(...people);

  await attachFile(aiko, "設計.txt");
  await aiko.page.locator('li[data-state="done"]').waitFor();
  await writeMessage(aiko.page, "the design");
  await findMessageByWords(an.page, "the design").getByRole("link", { name: "Download 設計.txt" }).waitFor();
  await writeMessage(linh.page, "to be taken back");
  await findMessageByWords(an.page, "to be taken back").waitFor();
  await findMessageByWords(an.page, "the design").hover();
  await findMessageByWords(an.page, "the design").getByLabel("Reply in a thread").click();
  await findThreadComposer(an.page).waitFor();

  // One person goes offline and continues to write messages with files. The other two write at the same time.
  await an.context.setOffline(true);
  await attachFile(an, "on the train.txt");
  await writeMessage(an.page, "from the train");
  await findMessageByWords(an.page, "from the train").getByText("Waiting for a connection").waitFor();
  await findThreadComposer(an.page).fill("read on the train");
  await findThreadComposer(an.page).press("Enter");

  await findMessageByWords(linh.page, "the design").hover();
  await findMessageByWords(linh.page, "the design").getByLabel("React with 👍").click();
  await chooseOption(linh.page, "the design", "Pin for everyone");
  await chooseOption(linh.page, "to be taken back", "Delete");
  await linh.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await findMessageByWords(aiko.page, "the design").getByText("pinned").waitFor();
  await findMessageComposer(aiko.page).press("ArrowUp");
  await aiko.page.getByLabel("Edit the message").fill("the new design");
  await aiko.page.keyboard.press("Enter");
  await findMessageByWords(linh.page, "the new design").getByText("edited").waitFor();
  await findMessageComposer(linh.page).pressSequentially("@ngu");
  await linh.page.getByRole("option", { name: "Nguyễn Văn An" }).waitFor();
  await linh.page.keyboard.press("Enter");
  await linh.page.keyboard.type("are you there?");
  await linh.page.keyboard.press("Enter");
  await findMessageByWords(aiko.page, "are you there?").waitFor();
  expect(await aiko.page.getByText("from the train").count()).toBe(0);

  await an.context.setOffline(false);
  for (const { page } of [aiko, linh]) {
    await findMessageByWords(page, "from the train")
      .getByRole("link", { name: "Download on the train.txt" })
      .waitFor();
    await findMessageByWords(page, "the new design").getByRole("button", { name: "1 reply" }).waitFor();
  }
  // Waits until the page has sent all offline messages of the room and of the thread.
  await expect.poll(() => an.page.getByText("Waiting for a connection").count()).toBe(0);
  await an.page.getByLabel("Thread", { exact: true }).getByLabel("Close").click();

  const storedRoomMessages = await readStoredMessages(aiko, id);
  expect(storedRoomMessages.map(({ words }) => words)).toEqual([
    "the new design edited pinned",
    "Message deleted",
    "@Nguyễn Văn An are you there?",
    "from the train",
  ]);
  expect(storedRoomMessages.map(({ files }) => files)).toEqual([["設計.txt"], [], [], ["on the train.txt"]]);
  expect(storedRoomMessages[0]).toMatchObject({ reactions: ["👍1"], replyCountText: "1 repl" });
  for (const person of people) await expect.poll(() => readShownMessages(person)).toEqual(storedRoomMessages);
  expect(await findMessageByWords(an.page, "are you there?").getAttribute("data-mentioned")).toBe("true");
  expect(await findMessageByWords(aiko.page, "are you there?").getAttribute("data-mentioned")).toBeNull();
  for (const person of people) {
    await person.page.reload();
    await expect.poll(() => readShownMessages(person)).toEqual(storedRoomMessages);
  }
});
