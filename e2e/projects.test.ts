import { expect, test } from "vitest";
import { axeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { type Device, messageArrived, write } from "./people.ts";

// A client's project, from its creation to the team's room.

const { signIn } = await openDemo();

const pressButton = ({ page }: Device, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const answer = async ({ page }: Device, name: string) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
};
const badge = ({ page }: Device, text: string) =>
  page.getByRole("main").getByText(text, { exact: true }).first().waitFor();
const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);

async function describe({ page }: Device): Promise<void> {
  await page.getByRole("link", { name: "New project" }).click();
  await page.getByLabel("Name").fill("桜サロンの予約アプリ");
  await page.getByLabel("Description").fill("予約とスタッフの予定を管理するアプリを作ります。");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByLabel("Start date").fill(dayFromNow(14));
  await page.getByLabel("Lowest cost").fill("3,000,000");
  await page.getByLabel("Highest cost").fill("2,000,000");
  await page.getByLabel("Currency").selectOption({ index: 1 });
  await page.getByLabel("Duration").fill("3か月");
  await page.getByLabel("Skills").fill("TypeScript, React Native");
}

/** The host adds a milestone. Others see it at once, talk about it in its thread, and see it done. */
async function plan(host: Device, ...others: Device[]): Promise<void> {
  await pressButton(host, "Add milestone");
  const dialog = host.page.getByRole("dialog");
  await dialog.getByLabel("What is ready then").fill("画面設計");
  await dialog.getByLabel("Day").fill(dayFromNow(20));
  await dialog.getByRole("button", { name: "Add milestone" }).click();
  await dialog.waitFor({ state: "detached" });
  for (const { page } of [host, ...others]) {
    const row = page.getByRole("listitem").filter({ hasText: "画面設計" });
    await row.getByText("Planned", { exact: true }).waitFor();
    await row.getByRole("link", { name: "Conversation" }).waitFor();
  }
  // Not `check`: that looks at the box before the page has drawn it anew.
  await host.page.getByLabel("画面設計 is done").click();
  for (const { page } of others)
    await page
      .getByRole("listitem")
      .filter({ hasText: "画面設計" })
      .getByText("Done", { exact: true })
      .waitFor();
  await host.page
    .getByRole("listitem")
    .filter({ hasText: "画面設計" })
    .getByRole("link", { name: "Conversation" })
    .click();
  await host.page.waitForURL(/\/chat\/.*thread=/);
  await messageArrived(host.page, "画面設計").first().waitFor();
}

/** The texts are translated at the desk. The reader sees what is approved at once, and after an edit what is out of date. */
async function translateTexts(host: Device, translator: Device, reader: Device, address: string) {
  await host.page.goto(address);
  await reader.page.goto(address);
  await pressButton(host, "Ask for translation: Tiếng Việt");
  await translator.page.goto(address);
  await translator.page.getByRole("link", { name: "Name Waiting" }).click();
  const written = translator.page.getByRole("textbox", { name: "Translation into Vietnamese" });
  // The glossary says what 予約 is called. The desk warns of anything else.
  await written.fill("Ứng dụng đặt chỗ Salon Sakura");
  const saved = translator.page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/translations\/vi$/.test(response.url()),
  );
  await translator.page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await saved).ok()).toBe(true);
  // The desk goes on to the next text that waits.
  await translator.page.goto(address);
  await translator.page.getByRole("link", { name: "Name To be approved" }).click();
  await translator.page.getByRole("button", { name: "Approve", exact: true }).click();
  const title = (text: string) => reader.page.getByRole("heading", { level: 1, name: text }).waitFor();
  await title("Ứng dụng đặt chỗ Salon Sakura");
  await pressButton(reader, "Show original");
  await title("桜サロンの予約アプリ");
  await pressButton(reader, "Show translation");
  expect(await axeViolations(reader.page)).toEqual([]);
  await host.page.goto(`${address}/edit`);
  await host.page.getByLabel("Name").fill("桜サロンの予約アプリ２");
  await pressButton(host, "Save");
  await answer(host, "Save");
  await title("桜サロンの予約アプリ２");
  await reader.page.getByText(/the translation is of an earlier text/).waitFor();
  await pressButton(reader, "Show earlier translation");
  await title("Ứng dụng đặt chỗ Salon Sakura");
}

test("a client creates a project, people apply and are invited, it starts, and all meet in its team's room", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
  await aiko.page.goto("/projects");
  await describe(aiko);
  await aiko.page.locator("[data-attach]").setInputFiles({
    name: "画面.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("予約の画面"),
  });
  await aiko.page.getByText(/Draft saved on this device/).waitFor();
  await aiko.page.getByRole("button", { name: "Remove 画面.txt" }).waitFor();
  // What was written and attached is there again, whatever happened to the page.
  await aiko.page.reload();
  await aiko.page.getByText(/This is what you had written/).waitFor();
  await aiko.page.getByText("画面.txt").waitFor();
  await pressButton(aiko, "Create project");
  // Nothing typed is lost, and the field shows the error.
  await aiko.page.getByText("The maximum must be above the minimum.").waitFor();
  expect(await aiko.page.getByLabel("Name").inputValue()).toBe("桜サロンの予約アプリ");
  await aiko.page.getByLabel("Highest cost").fill("4,500,000");
  await pressButton(aiko, "Preview");
  const preview = aiko.page.getByRole("region", { name: "Preview" });
  await preview.getByText(/3,000,000/).waitFor();
  await preview.getByText("画面.txt").waitFor();
  await pressButton(aiko, "Create project");
  await answer(aiko, "Create project");
  await aiko.page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  const address = new URL(aiko.page.url()).pathname;
  await aiko.page.getByRole("link", { name: "Download 画面.txt" }).waitFor();

  // A developer finds it with half-width words, and applies.
  await an.page.goto("/projects");
  await an.page.getByRole("searchbox", { name: "Search projects" }).fill("ｻﾛﾝ");
  await an.page.getByRole("link", { name: "桜サロンの予約アプリ" }).click();
  await pressButton(an, "Apply");
  await badge(an, "Applied");

  // The client finds it on the start page, and the pages of both follow without being loaded anew.
  await aiko.page.goto("/home");
  const waiting = aiko.page.getByRole("region", { name: "Waiting for your answer" });
  await waiting.getByRole("link", { name: /桜サロンの予約アプリ.*Nguyễn Văn An.*has applied/ }).click();
  await aiko.page.waitForURL("**/members?tab=applicants");
  await pressButton(aiko, "Accept");
  await badge(aiko, "Accepted, to be confirmed");
  await pressButton(an, "Confirm and join");
  await badge(an, "Joined");

  // A translator is found by what they do and know, and invited.
  await aiko.page.getByRole("tab", { name: "Invite people" }).click();
  await aiko.page.getByRole("combobox", { name: "Role" }).selectOption("comtor");
  await aiko.page.getByRole("combobox", { name: "Language" }).selectOption("ja");
  await pressButton(aiko, "Invite: Phạm Thùy Linh");
  await badge(aiko, "Invited");
  expect(await axeViolations(aiko.page)).toEqual([]);
  await linh.page.goto("/home");
  const invitations = linh.page.getByRole("region", { name: "Invitations and answers" });
  await invitations.getByRole("link", { name: /桜サロンの予約アプリ/ }).waitFor();
  expect(await axeViolations(linh.page)).toEqual([]);
  await linh.page.goto("/notifications");
  await linh.page.getByRole("link", { name: /invites you to join 桜サロンの予約アプリ/ }).click();
  await linh.page.waitForURL(new RegExp(`${address}$`));
  await pressButton(linh, "Accept invitation");
  await badge(linh, "Joined");

  // A bridge engineer applies, and answers what the client's page shows, while the client refuses: the later one is
  // told, and sees what is true now.
  await kenji.page.goto(address);
  await pressButton(kenji, "Apply");
  await aiko.page.getByRole("tab", { name: "Applicants (1)" }).click();
  await aiko.page.getByRole("main").getByRole("button", { name: "Refuse", exact: true }).click();
  await pressButton(kenji, "Cancel application");
  await answer(kenji, "Cancel application");
  await badge(kenji, "Application cancelled");
  await aiko.page.getByRole("dialog").getByRole("button", { name: "Refuse", exact: true }).click();
  await aiko.page.getByText("This has changed in the meantime. Please look again.").first().waitFor();
  await aiko.page.getByText("No applications wait.").waitFor();
  await kenji.page.goto(address);
  await pressButton(kenji, "Apply");
  await pressButton(aiko, "Accept");
  await pressButton(kenji, "Confirm and join");
  await badge(kenji, "Joined");

  await aiko.page.getByRole("link", { name: "Back to the project" }).click();
  await pressButton(aiko, "Start the project");
  await answer(aiko, "Start the project");
  await badge(aiko, "Running");
  await badge(an, "Active");

  await plan(aiko, an, linh);
  await translateTexts(aiko, linh, an, address);
  for (const device of [aiko, an, linh, kenji]) {
    await device.page.goto(address);
    await device.page.getByRole("link", { name: "Team", exact: true }).click();
    await device.page.waitForURL(/\/chat\//);
  }
  await write(aiko.page, "よろしくお願いします。");
  await write(an.page, "Rất vui được làm việc cùng mọi người.");
  await write(kenji.page, "Let us meet on Monday.");
  for (const device of [aiko, an, linh, kenji])
    for (const text of [
      "よろしくお願いします。",
      "Rất vui được làm việc cùng mọi người.",
      "Let us meet on Monday.",
    ])
      await messageArrived(device.page, text).waitFor();

  // The team on one page: people, rooms, what happened. The conversation leads to it.
  await linh.page.getByRole("button", { name: "Details" }).click();
  await linh.page.getByText("The team's conversation of this project:").waitFor();
  await linh.page.getByRole("link", { name: "Open the team" }).click();
  await linh.page.waitForURL(/\/teams\/[0-9a-f-]{36}$/);
  await linh.page.getByText(/^田中 愛子 · Aiko Tanaka started the project\.$/).waitFor();
  for (const name of ["田中 愛子", "Nguyễn Văn An", "佐藤 健司"])
    await linh.page.getByRole("main").getByRole("button", { name }).first().waitFor();
  expect(await linh.page.getByRole("main").locator('a[href^="/chat/"]').count()).toBe(2);
  expect(await axeViolations(linh.page)).toEqual([]);
  await linh.page.goto("/teams");
  await linh.page.getByText("Select a team or project").waitFor();

  // A removed member can no longer see the room.
  const room = new URL(an.page.url()).pathname;
  await aiko.page.goto(`${address}/members`);
  await aiko.page
    .getByRole("listitem")
    .filter({ hasText: "Nguyễn Văn An" })
    .getByRole("button", { name: "Remove" })
    .click();
  await answer(aiko, "Remove");
  await expect
    .poll(async () => (await an.context.request.get(`/api/conversations/${room.split("/").pop()}`)).status())
    .toBe(404);
});

test("a person without an accepted profile is told which step is missing", async () => {
  const oliver = await signIn("oliver");
  await oliver.page.goto("/projects/new");
  await oliver.page.getByText("One step is missing").waitFor();
  await oliver.page.getByRole("link", { name: "To my profile" }).waitFor();
});

test("the list is filtered, ordered and shown as its address says", async () => {
  const { page } = await signIn("kenji");
  await page.goto("/projects");
  const found = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  await page.getByLabel("State").selectOption("Open");
  await page.waitForURL(/state=open/);
  await page.getByLabel("Currency").selectOption({ label: "JPY · Japanese yen" });
  await page.getByLabel("Budget to").fill("１,500,000");
  await page.waitForURL(/max=1500000/);
  await expect.poll(found).toEqual(["在庫管理の画面を新しく"]);
  await page.getByRole("button", { name: "As a table" }).click();
  await page.getByRole("table").getByRole("link", { name: "在庫管理の画面を新しく" }).click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  // The way back, and whoever gets the address, see the same.
  await page.goBack();
  await page.getByRole("table").waitFor();
  expect(await page.getByLabel("Budget to").inputValue()).toBe("1500000");
  await page.getByLabel("My part").selectOption("I host");
  await page.getByText("Nothing fits").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await page.getByRole("table").waitFor();
  expect(new URL(page.url()).search).toBe("?view=table");
});
