import { expect, test } from "vitest";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";
import { findStoredMessage, type SignedInDevice, writeMessage } from "../people.ts";
import { formatDateInDays, pressButton, pressDialogButton } from "../project-page.ts";

// A client creates a project. The tests follow it until its team has a chat room.

const { signIn } = await openDemo();

const waitForBadge = ({ page }: SignedInDevice, text: string) =>
  page.getByRole("main").getByText(text, { exact: true }).first().waitFor();
const readColours = (element: HTMLElement) => {
  const { color, backgroundColor } = getComputedStyle(element);
  return { color, backgroundColor };
};

async function fillProjectForm({ page }: SignedInDevice): Promise<void> {
  await page.getByRole("link", { name: "New project" }).click();
  await page.getByLabel("Name").fill("桜サロンの予約アプリ");
  await page.getByLabel("Description").fill("予約とスタッフの予定を管理するアプリを作ります。");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByLabel("Start date").fill(formatDateInDays(14));
  await page.getByLabel("Lowest cost").fill("3,000,000");
  await page.getByLabel("Highest cost").fill("2,000,000");
  await page.getByLabel("Currency").selectOption({ index: 1 });
  await page.getByLabel("Duration").fill("3か月");
  await page.getByLabel("Skills").fill("TypeScript, React Native");
}

/**
 * The host adds a milestone. The other members see it without a reload, discuss it in its thread, and see when it is
 * done.
 */
async function addMilestone(host: SignedInDevice, ...otherDevices: SignedInDevice[]): Promise<void> {
  await pressButton(host, "Add milestone");
  const dialog = host.page.getByRole("dialog");
  await dialog.getByLabel("What is ready then").fill("画面設計");
  await dialog.getByLabel("Day").fill(formatDateInDays(20));
  await dialog.getByRole("button", { name: "Add milestone" }).click();
  await dialog.waitFor({ state: "detached" });
  for (const { page } of [host, ...otherDevices]) {
    const row = page.getByRole("listitem").filter({ hasText: "画面設計" });
    await row.getByText("Planned", { exact: true }).waitFor();
    await row.getByRole("link", { name: "Conversation" }).waitFor();
  }
  // Playwright's `check` expects the box to be checked at once and would fail. The page checks the box only after the
  // server's response.
  await host.page.getByLabel("画面設計 is done").click();
  for (const { page } of otherDevices)
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
  await findStoredMessage(host.page, "画面設計").first().waitFor();
}

/**
 * A translator translates the texts of a project. The reader's open page shows the approved translation without a
 * reload. When the host edits a text, the page marks its translation as out of date.
 */
async function translateTexts(
  host: SignedInDevice,
  translator: SignedInDevice,
  reader: SignedInDevice,
  address: string,
) {
  await host.page.goto(address);
  await reader.page.goto(address);
  await pressButton(host, "Ask for translation: Tiếng Việt");
  await host.page.getByRole("link", { name: "Name Waiting" }).waitFor();
  await translator.page.goto(address);
  await translator.page.getByRole("link", { name: "Name Waiting" }).click();
  const translationField = translator.page.getByRole("textbox", { name: "Translation into Vietnamese" });
  // The translation contains the glossary's word for 予約. Without this word, the page would show a warning before
  // saving.
  await translationField.fill("Ứng dụng đặt lịch Salon Sakura");
  const saveResponse = translator.page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/translations\/vi$/.test(response.url()),
  );
  await translator.page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await saveResponse).ok()).toBe(true);
  // After the save, the page opened the next waiting text. The translator returns to the project's name and approves
  // its translation.
  await translator.page.goto(address);
  await translator.page.getByRole("link", { name: "Name To be approved" }).click();
  await translator.page.getByRole("button", { name: "Approve", exact: true }).click();
  const waitForTitle = (text: string) => reader.page.getByRole("heading", { level: 1, name: text }).waitFor();
  await waitForTitle("Ứng dụng đặt lịch Salon Sakura");
  await pressButton(reader, "Show original");
  await waitForTitle("桜サロンの予約アプリ");
  await pressButton(reader, "Show translation");
  expect(await findAxeViolations(reader.page)).toEqual([]);
  await host.page.goto(`${address}/edit`);
  await host.page.getByLabel("Name").fill("桜サロンの予約アプリ２");
  await pressButton(host, "Save");
  await pressDialogButton(host, "Save");
  await waitForTitle("桜サロンの予約アプリ２");
  await reader.page.getByText(/the translation is of an earlier text/).waitFor();
  await pressButton(reader, "Show earlier translation");
  await waitForTitle("Ứng dụng đặt lịch Salon Sakura");
}

test("a client creates a project, people apply and are invited, it starts, and all meet in its team's room", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
  await aiko.page.goto("/projects");
  await fillProjectForm(aiko);
  await aiko.page.locator("[data-attach]").setInputFiles({
    name: "画面.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("予約の画面"),
  });
  await aiko.page.getByText(/Draft saved on this device/).waitFor();
  await aiko.page.getByRole("button", { name: "Remove 画面.txt" }).waitFor();
  await aiko.page.reload();
  await aiko.page.getByText(/This is what you had written/).waitFor();
  await aiko.page.getByText("画面.txt").waitFor();
  await pressButton(aiko, "Create project");
  // The server refuses the project because its highest cost is too low. The form shows the error at the field, and
  // keeps all typed values.
  await aiko.page.getByText("The maximum must be above the minimum.").waitFor();
  expect(await aiko.page.getByLabel("Name").inputValue()).toBe("桜サロンの予約アプリ");
  await aiko.page.getByLabel("Highest cost").fill("4,500,000");
  await pressButton(aiko, "Preview");
  const preview = aiko.page.getByRole("region", { name: "Preview" });
  await preview.getByText(/3,000,000/).waitFor();
  await preview.getByText("画面.txt").waitFor();
  await pressButton(aiko, "Create project");
  await aiko.page
    .getByRole("dialog")
    .getByText(/Its budget is .*3,000,000.*4,500,000/)
    .waitFor();
  await pressDialogButton(aiko, "Create project");
  await aiko.page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  const address = new URL(aiko.page.url()).pathname;
  await aiko.page.getByRole("link", { name: "Download 画面.txt" }).waitFor();

  // A developer searches in half-width katakana, finds the project, and applies.
  await an.page.goto("/projects");
  await an.page.getByRole("searchbox", { name: "Search projects" }).fill("ｻﾛﾝ");
  await an.page.getByRole("link", { name: "桜サロンの予約アプリ" }).click();
  await pressButton(an, "Apply");
  await waitForBadge(an, "Applied");

  // The client sees the application on the start page. The open pages of client and developer update without a reload.
  await aiko.page.goto("/home");
  const waitingPanel = aiko.page.getByRole("region", { name: "Waiting for your answer" });
  await waitingPanel.getByRole("link", { name: /桜サロンの予約アプリ.*Nguyễn Văn An.*has applied/ }).click();
  await aiko.page.waitForURL("**/members?tab=applicants");
  await pressButton(aiko, "Accept");
  await waitForBadge(aiko, "Accepted, to be confirmed");
  // The developer's list of projects and the client's page show the status in the same colour. The list also names the
  // developer's next step.
  const readStatusColours = ({ page }: SignedInDevice) =>
    page
      .getByRole("main")
      .getByText("Accepted, to be confirmed", { exact: true })
      .first()
      .evaluate(readColours);
  await an.page.goto("/projects?part=applied");
  const card = an.page.getByRole("listitem").filter({ hasText: "桜サロンの予約アプリ" });
  await card.getByText("Your next step: Confirm and join").waitFor();
  expect(await readStatusColours(an)).toEqual(await readStatusColours(aiko));
  await an.page.goto(address);
  await pressButton(an, "Confirm and join");
  await waitForBadge(an, "Joined");

  // The client filters people by occupation and languages, finds a translator, and invites them.
  await aiko.page.getByRole("tab", { name: "Invite people" }).click();
  await aiko.page.getByRole("combobox", { name: "Role" }).selectOption("comtor");
  await aiko.page.getByRole("combobox", { name: "Language" }).selectOption("ja");
  await pressButton(aiko, "Invite: Phạm Thùy Linh");
  await waitForBadge(aiko, "Invited");
  expect(await findAxeViolations(aiko.page)).toEqual([]);
  await linh.page.goto("/home");
  const invitationsRegion = linh.page.getByRole("region", { name: "Invitations and answers" });
  await invitationsRegion.getByRole("link", { name: /桜サロンの予約アプリ/ }).waitFor();
  expect(await findAxeViolations(linh.page)).toEqual([]);
  await linh.page.goto("/notifications");
  await linh.page.getByRole("link", { name: /invites you to join 桜サロンの予約アプリ/ }).click();
  await linh.page.waitForURL(new RegExp(`${address}$`));
  await pressButton(linh, "Accept invitation");
  await waitForBadge(linh, "Joined");

  // The bridge engineer withdraws an application while the client writes a refusal. The client's page says so and shows
  // the current state.
  await kenji.page.goto(address);
  await pressButton(kenji, "Apply");
  await aiko.page.getByRole("tab", { name: "Applicants (1)" }).click();
  await aiko.page.getByRole("main").getByRole("button", { name: "Refuse", exact: true }).click();
  await pressButton(kenji, "Withdraw application");
  await pressDialogButton(kenji, "Withdraw application");
  await waitForBadge(kenji, "Application withdrawn");
  const refusalDialog = aiko.page.getByRole("dialog");
  await refusalDialog.getByRole("button", { name: "Refuse", exact: true }).click();
  await refusalDialog.getByText("This is required.").waitFor();
  await refusalDialog.getByRole("textbox", { name: "Reason" }).fill("The team is complete.");
  await refusalDialog.getByRole("button", { name: "Refuse", exact: true }).click();
  await aiko.page.getByText("This has changed in the meantime. Please look again.").first().waitFor();
  await aiko.page.getByText("No applications wait.").waitFor();
  await kenji.page.goto(address);
  await pressButton(kenji, "Apply");
  await pressButton(aiko, "Accept");
  await pressButton(kenji, "Confirm and join");
  await waitForBadge(kenji, "Joined");

  await aiko.page.getByRole("link", { name: "Back to the project" }).click();
  await pressButton(aiko, "Start the project");
  await pressDialogButton(aiko, "Start the project");
  await waitForBadge(aiko, "Running");
  await waitForBadge(an, "Active");

  await addMilestone(aiko, an, linh);
  await translateTexts(aiko, linh, an, address);
  for (const device of [aiko, an, linh, kenji]) {
    await device.page.goto(address);
    await device.page.getByRole("link", { name: "Team", exact: true }).click();
    await device.page.waitForURL(/\/chat\//);
  }
  await writeMessage(aiko.page, "よろしくお願いします。");
  await writeMessage(an.page, "Rất vui được làm việc cùng mọi người.");
  await writeMessage(kenji.page, "Let us meet on Monday.");
  for (const device of [aiko, an, linh, kenji])
    for (const text of [
      "よろしくお願いします。",
      "Rất vui được làm việc cùng mọi người.",
      "Let us meet on Monday.",
    ])
      await findStoredMessage(device.page, text).waitFor();

  const room = new URL(an.page.url()).pathname;

  // The team's page shows people, rooms and the latest events. The team's conversation links to this page.
  await linh.page.getByRole("button", { name: "Details" }).click();
  await linh.page.getByText("The team's conversation of this project:").waitFor();
  await linh.page.getByRole("link", { name: "Open the team" }).click();
  await linh.page.waitForURL(/\/teams\/[0-9a-f-]{36}$/);
  await linh.page.getByText(/^田中 愛子 · Aiko Tanaka started the project\.$/).waitFor();
  await linh.page.getByRole("button", { name: "田中 愛子 · Aiko Tanaka", exact: true }).last().click();
  await linh.page
    .getByRole("dialog", { name: "田中 愛子" })
    .getByText(/^Works in/)
    .waitFor();
  await linh.page.keyboard.press("Escape");
  for (const name of ["田中 愛子", "Nguyễn Văn An", "佐藤 健司"])
    await linh.page.getByRole("main").getByRole("button", { name }).first().waitFor();
  expect(await linh.page.getByRole("main").locator('a[href^="/chat/"]').count()).toBe(2);
  expect(await findAxeViolations(linh.page)).toEqual([]);
  // All members of the team can read its glossary. Its translators can also edit it.
  const teamId = address.split("/").pop() ?? "";
  const editLink = linh.page.getByRole("link", { name: "Edit the glossary" });
  expect(await editLink.getAttribute("href")).toBe(`/translations/glossary?project=${teamId}`);
  await linh.call("POST", `/glossary?project_id=${teamId}`, { ja: "指名", en: "choice of stylist" });
  await an.page.goto(`/teams/${teamId}`);
  await an.page.getByText("choice of stylist").waitFor();
  expect(await an.page.getByRole("link", { name: "Edit the glossary" }).count()).toBe(0);
  expect(await findAxeViolations(an.page)).toEqual([]);
  await linh.page.goto("/teams");
  await linh.page.getByText("Select a team or project").waitFor();

  // A person who was removed from the project no longer sees the team's room.
  await aiko.page.goto(`${address}/members`);
  await aiko.page
    .getByRole("listitem")
    .filter({ hasText: "Nguyễn Văn An" })
    .getByRole("button", { name: "Remove" })
    .click();
  await pressDialogButton(aiko, "Remove");
  await expect
    .poll(async () => (await an.context.request.get(`/api/conversations/${room.split("/").pop()}`)).status())
    .toBe(404);
}, 240_000);
