import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { openDevice } from "./people.ts";

const { browser, server, signIn } = await openDemo();

test("leaving an unsaved profile by link, back or closing the tab asks first", async () => {
  const { page, context } = await openDevice(browser, server, "linh");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Your profile" }).click();
  const address = page.locator("input[name=address]");
  const addressBefore = await address.inputValue();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const expectToStayOnPage = async () => {
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/profile");
    expect(await address.inputValue()).toBe("1 Tràng Tiền");
  };

  await address.fill("1 Tràng Tiền");
  await page.getByRole("link", { name: "Chat" }).first().click();
  await expectToStayOnPage();
  await page.evaluate("history.back()");
  await expectToStayOnPage();
  // The browser chooses the words of this dialog. So the test checks only its type.
  const confirmDialog = page.waitForEvent("dialog");
  await page.evaluate("location.reload()");
  const dialog = await confirmDialog;
  expect(dialog.type()).toBe("beforeunload");

  await page.getByRole("link", { name: "Chat" }).first().click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/chat");
  await address.waitFor({ state: "detached" });
  await page.goto("/profile");
  await address.waitFor();
  expect(await address.inputValue()).toBe(addressBefore);
  await context.close();
});

/** Draws a PNG that is twice as wide as high, with a red left half and a blue right half. Returns its bytes. */
async function drawRedAndBlue(page: Page): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 200 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#f00";
    pen.fillRect(0, 0, 200, 200);
    pen.fillStyle = "#00f";
    pen.fillRect(200, 0, 200, 200);
    return canvas.toDataURL("image/png");
  })()`);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** Returns the colours at the left and right edges of the profile picture. */
const readEdgeColours = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const image = document.querySelector("main img[src^='/api/avatars/']");
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return [2, width - 3].map((x) => {
      const [red, , blue] = pen.getImageData(x, height / 2, 1, 1).data;
      return red > blue ? "red" : "blue";
    });
  })()`);

test("a picture is chosen, moved, enlarged and saved by keyboard alone", async () => {
  const { page } = await signIn("kenji");
  // Starts to wait before the key press, because the file dialog may open immediately.
  const fileChooser = page.waitForEvent("filechooser");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Choose a picture" }).focus();
  await page.keyboard.press("Enter");
  const buffer = await drawRedAndBlue(page);
  await (await fileChooser).setFiles({ name: "wide.png", mimeType: "image/png", buffer });

  const dialog = page.getByRole("dialog", { name: "Choose the part to keep" });
  await dialog.waitFor();
  // The dialog takes the focus a moment after it appears.
  const dialogHasFocusScript = "document.activeElement.closest('[role=dialog]') !== null";
  await expect.poll(() => page.evaluate(dialogHasFocusScript)).toBe(true);
  const readFocusedElementName = () =>
    page.evaluate<string>(
      `document.activeElement.getAttribute("aria-label") ?? document.activeElement.type ?? ""`,
    );
  const pressTabUntilFocused = async (name: RegExp) => {
    for (let pressCount = 0; pressCount < 8 && !name.test(await readFocusedElementName()); pressCount++)
      await page.keyboard.press("Tab");
    expect(await readFocusedElementName()).toMatch(name);
  };
  await pressTabUntilFocused(/arrow keys/);
  // In the middle position, the selected part of the picture has both colours. The arrow key moves it to the right end,
  // where it is only blue.
  for (let pressNumber = 0; pressNumber < 15; pressNumber++) await page.keyboard.press("ArrowRight");
  await pressTabUntilFocused(/^range$/);
  await page.keyboard.press("ArrowRight");
  expect(await dialog.getByRole("slider").inputValue()).toBe("1.05");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.locator("main img[src^='/api/avatars/']").waitFor();
  expect(await readEdgeColours(page)).toEqual(["blue", "blue"]);
  // The focus returns to the button from which the keyboard opened the dialog.
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Choose a picture");
});

test("a second tab shows what the first saves, and keeps what was typed in it", async () => {
  const { page, context } = await signIn("linh");
  const secondTab = await context.newPage();
  for (const tab of [page, secondTab]) await tab.goto("/profile");
  const [address, phone] = ["input[name=address]", "input[name=phone]"];
  const pressSaveButton = () => page.getByRole("button", { name: "Save changes" }).click();
  await secondTab.locator(address).waitFor();
  await page.fill(address, "1 Bạch Đằng, Đà Nẵng");
  await pressSaveButton();
  await expect.poll(() => secondTab.inputValue(address)).toBe("1 Bạch Đằng, Đà Nẵng");

  const notice = secondTab.getByText("This profile was changed in another tab or on another device.");
  await secondTab.fill(phone, "+84 236 0000 999");
  await page.fill(address, "2 Bạch Đằng, Đà Nẵng");
  await pressSaveButton();
  await notice.waitFor();
  expect(await secondTab.inputValue(phone)).toBe("+84 236 0000 999");
  await secondTab.getByRole("button", { name: "Keep what I typed" }).click();
  await notice.waitFor({ state: "detached" });
  const shownContactFields = [await secondTab.inputValue(address), await secondTab.inputValue(phone)];
  expect(shownContactFields).toEqual(["2 Bạch Đằng, Đà Nẵng", "+84 236 0000 999"]);

  await page.fill(address, "3 Bạch Đằng, Đà Nẵng");
  await pressSaveButton();
  await secondTab.getByRole("button", { name: "Show the new version" }).click();
  await expect.poll(() => secondTab.inputValue(address)).toBe("3 Bạch Đằng, Đà Nẵng");
  expect(await secondTab.inputValue(phone)).not.toBe("+84 236 0000 999");
});

test("a company saves its name and a contact person, and sees both again", async () => {
  const { page } = await signIn("aiko");
  await page.goto("/profile");
  const companyField = page.getByLabel("Company name", { exact: true });
  const person = page.getByRole("group", { name: "Contact person" });
  const [lastNameField, firstNameField] = [person.getByLabel("Last name"), person.getByLabel("First name")];
  const saveButton = page.getByRole("button", { name: "Save changes" });
  await companyField.waitFor();
  expect(await page.getByLabel("Name", { exact: true }).count()).toBe(0);
  expect(await companyField.getAttribute("autocomplete")).toBe("organization");
  expect(await lastNameField.getAttribute("autocomplete")).toBe("family-name");

  await companyField.fill(" ");
  await lastNameField.fill("Tanaka");
  await firstNameField.fill("Aiko");
  await saveButton.click();
  await expect.poll(() => companyField.getAttribute("aria-invalid")).toBe("true");
  expect([await lastNameField.inputValue(), await firstNameField.inputValue()]).toEqual(["Tanaka", "Aiko"]);
  expect(await lastNameField.getAttribute("aria-invalid")).not.toBe("true");

  await companyField.fill("Sakura Travel");
  await expect
    .poll(() => saveButton.evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe("rgb(61, 78, 172)");
  await saveButton.click();
  await page.getByText("Your profile is saved.").first().waitFor();
  await page.reload();
  await companyField.waitFor();
  const shownProfileFields = [
    await companyField.inputValue(),
    await lastNameField.inputValue(),
    await firstNameField.inputValue(),
  ];
  expect(shownProfileFields).toEqual(["Sakura Travel", "Tanaka", "Aiko"]);
});
