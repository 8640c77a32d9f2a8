import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemoWithPlatforms } from "./outside-desk.ts";
import { findMessageByWords, findMessageComposer, writeMessage } from "./people.ts";

// In a chat with a customer, agents write notes between their answers. Only colleagues can see notes.

const { signIn, openCustomerChat } = await openDemoWithPlatforms();

test("a note is shown in the conversation but never sent to the customer, not even as an answer by mistake", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id, customer } = await openCustomerChat(kenji, [linh]);
  const { page } = linh;
  const listReceivedTexts = () =>
    customer.conversationMessages.flatMap(({ from, text }) => (from === "page" ? [text] : []));
  const noteField = page.getByRole("textbox", { name: "Write a note for colleagues…" });
  const answerField = page.getByRole("textbox", { name: "Write a message…" });
  const pressButton = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.goto(`/schat/${id}`);
  await page.getByRole("button", { name: "Take this chat" }).click();
  await answerField.and(page.locator(":focus")).waitFor();

  await answerField.fill("Dạ, chị chờ em một chút");
  await pressButton("Note");
  await noteField.and(page.locator(":focus")).waitFor();
  expect(await noteField.inputValue()).toBe("");
  await noteField.fill("Chị này hay đến trễ");
  // The answer and the note have separate drafts.
  await pressButton("Answer");
  expect(await answerField.inputValue()).toBe("Dạ, chị chờ em một chút");
  await page.keyboard.press("Enter");
  await findMessageByWords(page, "chờ em")
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  await pressButton("Note");
  expect(await noteField.inputValue()).toBe("Chị này hay đến trễ");
  // After a reload, the unsent note is still there, and the field for notes is open again.
  await page.reload();
  await noteField.waitFor();
  expect(await noteField.inputValue()).toBe("Chị này hay đến trễ");
  await noteField.press("Enter");
  const sentNote = findMessageByWords(page, "hay đến trễ");
  await sentNote.getByText("The customer does not see this").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.reload();
  await sentNote.getByText("The customer does not see this").waitFor();
  // No note is begun, so the next message goes to the customer.
  await writeMessage(page, "Dạ, mời chị ba giờ ạ");
  await expect.poll(listReceivedTexts).toEqual(["Dạ, chị chờ em một chút", "Dạ, mời chị ba giờ ạ"]);
  expect(await page.locator("article[data-kind=NOTE]").count()).toBe(1);

  // In a closed chat, agents can write notes but no answers.
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Close/ }).click();
  await findMessageComposer(page).waitFor({ state: "detached" });
  await pressButton("Note");
  await writeMessage(page, "Lần sau nhắc chị ấy trước một ngày");
  await findMessageByWords(page, "nhắc chị ấy").getByText("The customer does not see this").waitFor();
  expect(listReceivedTexts()).toHaveLength(2);
});
