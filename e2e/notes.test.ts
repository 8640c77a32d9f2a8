import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemoWithPlatforms } from "./outside-desk.ts";
import { composer, message, write } from "./people.ts";

// In a conversation with a customer, agents write notes for colleagues between their answers.

const { signIn, openCustomerChat } = await openDemoWithPlatforms();

test("a note is shown in the conversation but never sent to the customer, not even as an answer by mistake", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id, customer } = await openCustomerChat(kenji, [linh]);
  const { page } = linh;
  const receivedTexts = () => customer.messages.flatMap(({ from, text }) => (from === "page" ? [text] : []));
  const note = page.getByRole("textbox", { name: "Write a note for colleagues…" });
  const answer = page.getByRole("textbox", { name: "Write a message…" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.goto(`/schat/${id}`);
  await page.getByRole("button", { name: "Take this chat" }).click();
  await answer.and(page.locator(":focus")).waitFor();

  await answer.fill("Dạ, chị chờ em một chút");
  await press("Note");
  await note.and(page.locator(":focus")).waitFor();
  expect(await note.inputValue()).toBe("");
  await note.fill("Chị này hay đến trễ");
  // The unsent answer and the unsent note are two separate drafts.
  await press("Answer");
  expect(await answer.inputValue()).toBe("Dạ, chị chờ em một chút");
  await page.keyboard.press("Enter");
  await message(page, "chờ em")
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  await press("Note");
  expect(await note.inputValue()).toBe("Chị này hay đến trễ");
  // A reload keeps the unsent note, and opens the field for notes again.
  await page.reload();
  await note.waitFor();
  expect(await note.inputValue()).toBe("Chị này hay đến trễ");
  await note.press("Enter");
  const sentNote = message(page, "hay đến trễ");
  await sentNote.getByText("The customer does not see this").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  // A reload keeps the mark that says that the message is a note.
  await page.reload();
  await sentNote.getByText("The customer does not see this").waitFor();
  // The note was sent and no other note is begun, so the next text goes to the customer.
  await write(page, "Dạ, mời chị ba giờ ạ");
  await expect.poll(receivedTexts).toEqual(["Dạ, chị chờ em một chút", "Dạ, mời chị ba giờ ạ"]);
  expect(await page.locator("article[data-kind=NOTE]").count()).toBe(1);

  // A closed chat accepts notes but no answers.
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Close/ }).click();
  await composer(page).waitFor({ state: "detached" });
  await press("Note");
  await write(page, "Lần sau nhắc chị ấy trước một ngày");
  await message(page, "nhắc chị ấy").getByText("The customer does not see this").waitFor();
  expect(receivedTexts()).toHaveLength(2);
});
