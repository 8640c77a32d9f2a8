import { expect, test } from "vitest";
import { axeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import { expectFocused } from "./focus.ts";
import { intercept } from "./intercept.ts";
import { type Device, messageArrived, write } from "./people.ts";

// A client creates a project, and it goes on until its team has a room.

const { server, signIn } = await openDemo();

const pressButton = ({ page }: Device, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const answerInDialog = async ({ page }: Device, name: string) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
};
const badge = ({ page }: Device, text: string) =>
  page.getByRole("main").getByText(text, { exact: true }).first().waitFor();
const readColours = (element: HTMLElement) => {
  const { color, backgroundColor } = getComputedStyle(element);
  return { color, backgroundColor };
};
const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);

async function describeProject({ page }: Device): Promise<void> {
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

/** The host adds a milestone. The others see it at once, talk about it in its thread, and see it done. */
async function planMilestone(host: Device, ...others: Device[]): Promise<void> {
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
  // `click` is used because `check` looks at the box before the page has redrawn it.
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

/**
 * The project's texts are translated at the desk. The reader sees an approved translation at once, and sees after an
 * edit that it is out of date.
 */
async function translateTexts(host: Device, translator: Device, reader: Device, address: string) {
  await host.page.goto(address);
  await reader.page.goto(address);
  await pressButton(host, "Ask for translation: Tiếng Việt");
  await host.page.getByRole("link", { name: "Name Waiting" }).waitFor();
  await translator.page.goto(address);
  await translator.page.getByRole("link", { name: "Name Waiting" }).click();
  const translationField = translator.page.getByRole("textbox", { name: "Translation into Vietnamese" });
  // The glossary has a translation of 予約. The desk warns if another word is used.
  await translationField.fill("Ứng dụng đặt lịch Salon Sakura");
  const saveResponse = translator.page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/translations\/vi$/.test(response.url()),
  );
  await translator.page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await saveResponse).ok()).toBe(true);
  // After a save, the desk opens the next text that waits.
  await translator.page.goto(address);
  await translator.page.getByRole("link", { name: "Name To be approved" }).click();
  await translator.page.getByRole("button", { name: "Approve", exact: true }).click();
  const waitForTitle = (text: string) => reader.page.getByRole("heading", { level: 1, name: text }).waitFor();
  await waitForTitle("Ứng dụng đặt lịch Salon Sakura");
  await pressButton(reader, "Show original");
  await waitForTitle("桜サロンの予約アプリ");
  await pressButton(reader, "Show translation");
  expect(await axeViolations(reader.page)).toEqual([]);
  await host.page.goto(`${address}/edit`);
  await host.page.getByLabel("Name").fill("桜サロンの予約アプリ２");
  await pressButton(host, "Save");
  await answerInDialog(host, "Save");
  await waitForTitle("桜サロンの予約アプリ２");
  await reader.page.getByText(/the translation is of an earlier text/).waitFor();
  await pressButton(reader, "Show earlier translation");
  await waitForTitle("Ứng dụng đặt lịch Salon Sakura");
}

test("a client creates a project, people apply and are invited, it starts, and all meet in its team's room", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
  await aiko.page.goto("/projects");
  await describeProject(aiko);
  await aiko.page.locator("[data-attach]").setInputFiles({
    name: "画面.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("予約の画面"),
  });
  await aiko.page.getByText(/Draft saved on this device/).waitFor();
  await aiko.page.getByRole("button", { name: "Remove 画面.txt" }).waitFor();
  // After a reload, the text and the attached file are still in the form.
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
  await aiko.page
    .getByRole("dialog")
    .getByText(/Its budget is .*3,000,000.*4,500,000/)
    .waitFor();
  await answerInDialog(aiko, "Create project");
  await aiko.page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  const address = new URL(aiko.page.url()).pathname;
  await aiko.page.getByRole("link", { name: "Download 画面.txt" }).waitFor();

  // A developer searches with half-width characters, finds the project, and applies.
  await an.page.goto("/projects");
  await an.page.getByRole("searchbox", { name: "Search projects" }).fill("ｻﾛﾝ");
  await an.page.getByRole("link", { name: "桜サロンの予約アプリ" }).click();
  await pressButton(an, "Apply");
  await badge(an, "Applied");

  // The client finds the application on the start page. The open pages of both people change without a reload.
  await aiko.page.goto("/home");
  const waitingPanel = aiko.page.getByRole("region", { name: "Waiting for your answer" });
  await waitingPanel.getByRole("link", { name: /桜サロンの予約アプリ.*Nguyễn Văn An.*has applied/ }).click();
  await aiko.page.waitForURL("**/members?tab=applicants");
  await pressButton(aiko, "Accept");
  await badge(aiko, "Accepted, to be confirmed");
  // The list of projects shows the same status in the same colour, and the one next step.
  const coloursOf = ({ page }: Device) =>
    page
      .getByRole("main")
      .getByText("Accepted, to be confirmed", { exact: true })
      .first()
      .evaluate(readColours);
  await an.page.goto("/projects?part=applied");
  const card = an.page.getByRole("listitem").filter({ hasText: "桜サロンの予約アプリ" });
  await card.getByText("Your next step: Confirm and join").waitFor();
  expect(await coloursOf(an)).toEqual(await coloursOf(aiko));
  await an.page.goto(address);
  await pressButton(an, "Confirm and join");
  await badge(an, "Joined");

  // The client finds a translator by occupation and languages, and invites them.
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

  // While the client writes a refusal, the bridge engineer withdraws the application. The client is told so, and sees the
  // present state.
  await kenji.page.goto(address);
  await pressButton(kenji, "Apply");
  await aiko.page.getByRole("tab", { name: "Applicants (1)" }).click();
  await aiko.page.getByRole("main").getByRole("button", { name: "Refuse", exact: true }).click();
  await pressButton(kenji, "Withdraw application");
  await answerInDialog(kenji, "Withdraw application");
  await badge(kenji, "Application withdrawn");
  const refusal = aiko.page.getByRole("dialog");
  await refusal.getByRole("button", { name: "Refuse", exact: true }).click();
  await refusal.getByText("This is required.").waitFor();
  await refusal.getByRole("textbox", { name: "Reason" }).fill("The team is complete.");
  await refusal.getByRole("button", { name: "Refuse", exact: true }).click();
  await aiko.page.getByText("This has changed in the meantime. Please look again.").first().waitFor();
  await aiko.page.getByText("No applications wait.").waitFor();
  await kenji.page.goto(address);
  await pressButton(kenji, "Apply");
  await pressButton(aiko, "Accept");
  await pressButton(kenji, "Confirm and join");
  await badge(kenji, "Joined");

  await aiko.page.getByRole("link", { name: "Back to the project" }).click();
  await pressButton(aiko, "Start the project");
  await answerInDialog(aiko, "Start the project");
  await badge(aiko, "Running");
  await badge(an, "Active");

  await planMilestone(aiko, an, linh);
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

  const room = new URL(an.page.url()).pathname;

  // The team's page shows its people, its rooms and what happened. The conversation has a link to it.
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
  expect(await axeViolations(linh.page)).toEqual([]);
  // All members of the team can read its glossary, and its translators can edit it.
  const teamId = address.split("/").pop() ?? "";
  const editing = linh.page.getByRole("link", { name: "Edit the glossary" });
  expect(await editing.getAttribute("href")).toBe(`/translations/glossary?project=${teamId}`);
  await linh.call("POST", `/glossary?project_id=${teamId}`, { ja: "指名", en: "choice of stylist" });
  await an.page.goto(`/teams/${teamId}`);
  await an.page.getByText("choice of stylist").waitFor();
  expect(await an.page.getByRole("link", { name: "Edit the glossary" }).count()).toBe(0);
  expect(await axeViolations(an.page)).toEqual([]);
  await linh.page.goto("/teams");
  await linh.page.getByText("Select a team or project").waitFor();

  // A member who was removed from the project can no longer see the room.
  await aiko.page.goto(`${address}/members`);
  await aiko.page
    .getByRole("listitem")
    .filter({ hasText: "Nguyễn Văn An" })
    .getByRole("button", { name: "Remove" })
    .click();
  await answerInDialog(aiko, "Remove");
  await expect
    .poll(async () => (await an.context.request.get(`/api/conversations/${room.split("/").pop()}`)).status())
    .toBe(404);
}, 240_000);

test("a person who declines an invitation that was withdrawn meanwhile is told so, and sees the present state", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const [found] = await aiko.call<{ id: string }[]>("GET", "/projects?search=%E5%9C%A8%E5%BA%AB");
  const { id: linhId } = await linh.call<{ id: string }>("GET", "/users/info");
  await linh.page.goto(`/projects/${found?.id}`);
  await pressButton(linh, "Decline");
  await aiko.call("POST", `/projects/${found?.id}/members/${linhId}/withdraw`);
  await answerInDialog(linh, "Decline");
  await linh.page.getByText("This has changed in the meantime. Please look again.").first().waitFor();
  await linh.page.getByRole("main").getByRole("button", { name: "Apply", exact: true }).waitFor();
});

test("a person who cannot create or join a project yet is told the missing step, with a link to it", async () => {
  const [emma, oliver] = [await signIn("emma"), await signIn("oliver")];
  const { page } = oliver;
  const { id } = await oliver.call<{ id: string }>("GET", "/users/info");
  await emma.call("POST", `/admin/users/${id}/role`, { role: "dev" });
  const [found] = await oliver.call<{ id: string }[]>("GET", "/projects?search=%E5%9C%A8%E5%BA%AB");
  /** Checks that both pages name the missing step. The link on the second page leads to that step. */
  async function expectStep(toJoin: string, toCreate: string): Promise<void> {
    await page.goto(`/projects/${found?.id}`);
    await page.getByText(toJoin).waitFor();
    // The page has no "Apply" button, because the server would refuse the call.
    expect(await page.getByRole("main").getByRole("button", { name: "Apply", exact: true }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.goto("/projects/new");
    await page.getByText("One step is missing").waitFor();
    await page.getByText(toCreate, { exact: true }).waitFor();
    expect(await page.getByLabel("Description").count()).toBe(0);
    await page.getByRole("link", { name: "To my profile" }).click();
    await page.waitForURL("**/profile");
  }

  await expectStep(
    "To join a project, create your profile first.",
    "To create a project, create your profile first.",
  );
  await page.getByRole("button", { name: "Create profile" }).waitFor();
  const [category] = await oliver.call<{ id: string }[]>("GET", "/categories");
  await oliver.call("POST", "/companies", {
    first_name: "Oliver",
    last_name: "Hart",
    name: "Oliver Hart",
    address: "Leeds",
    phone: "0113 496 0000",
    category_ids: [category?.id],
    description: "A bakery.",
  });
  await expectStep(
    "Your profile is not active. To join a project, request its activation.",
    "Your profile is not active. To create a project, request its activation.",
  );
  const picture = await drawPicture(page, 8, 8);
  await page.setInputFiles("input[type=file]", { name: "me.png", mimeType: "image/png", buffer: picture });
  await answerInDialog(oliver, "Use this picture");
  await pressButton(oliver, "Request activation");
  await answerInDialog(oliver, "Request activation");
  await page.getByText("An administrator is reviewing your request.").waitFor();
  await expectStep(
    "An administrator is looking at your profile. Once it is accepted, you can join a project.",
    "An administrator is looking at your profile. Once it is accepted, you can create a project.",
  );
  // Once an admin accepts the profile, the page that waits for it opens the form by itself.
  await page.goBack();
  await page.getByText("One step is missing").waitFor();
  await emma.call("POST", `/admin/users/${id}/accept`);
  await page.getByLabel("Description").waitFor();
});

test("the list's address keeps its filters, order and layout", async () => {
  const { page } = await signIn("kenji");
  await page.goto("/projects");
  const foundNames = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  await page.getByLabel("State").selectOption("Open");
  await page.waitForURL(/state=open/);
  await page.getByLabel("Currency").selectOption({ label: "JPY · Japanese yen" });
  await page.getByLabel("Budget to").fill("１,500,000");
  await page.waitForURL(/max=1500000/);
  await expect.poll(foundNames).toEqual(["在庫管理の画面を新しく"]);
  await page.getByRole("button", { name: "As a table" }).click();
  await page.getByRole("table").getByRole("link", { name: "在庫管理の画面を新しく" }).click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  // Going back shows the same filters, and so does the address when somebody else opens it.
  await page.goBack();
  await page.getByRole("table").waitFor();
  expect(await page.getByLabel("Budget to").inputValue()).toBe("1500000");
  await page.getByLabel("My part").selectOption("I host");
  await page.getByText("Nothing fits").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await page.getByRole("table").waitFor();
  expect(new URL(page.url()).search).toBe("?view=table");

  // A person who comes back from a project sees the list at the place where they left it.
  await page.setViewportSize({ width: 390, height: 700 });
  const list = page.getByRole("main");
  const readScrollTop = () => list.evaluate((element) => element.scrollTop);
  const last = list.getByRole("heading", { level: 2 }).getByRole("link").last();
  await last.scrollIntoViewIfNeeded();
  const before = await readScrollTop();
  expect(before).toBeGreaterThan(700);
  await last.click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  await page.goBack();
  await last.waitFor();
  expect(Math.abs((await readScrollTop()) - before)).toBeLessThan(300);
  await expect.poll(() => last.evaluate((link) => link.getBoundingClientRect().top < innerHeight)).toBe(true);
});

test("a host changes a project that has begun, and its start date stays the same", async () => {
  const aiko = await signIn("aiko");
  await aiko.page.goto("/projects?state=runs");
  await aiko.page.getByRole("link", { name: "さくら予約アプリ", exact: true }).click();
  await aiko.page.getByRole("link", { name: "Edit", exact: true }).click();
  await aiko.page.getByLabel("Name").fill("さくら予約アプリ２");
  await pressButton(aiko, "Preview");
  await aiko.page.getByRole("region", { name: "Preview" }).waitFor();
  await pressButton(aiko, "Save");
  await answerInDialog(aiko, "Save");
  await aiko.page.getByRole("heading", { level: 1, name: "さくら予約アプリ２" }).waitFor();
});

test("amounts are read and shown as the reader's language writes them", async () => {
  const { page, context } = await signIn("aiko");
  await context.addCookies([{ name: "session_lang", value: "vi", url: server.address }]);
  await page.goto("/projects");
  await page.getByLabel("Tiền tệ").selectOption({ index: 1 });
  await page.getByLabel("Ngân sách đến").fill("1.500.000");
  await page.waitForURL(/max=1500000(?:&|$)/);
  await page.getByLabel("Ngân sách đến").fill("1500,5");
  await page.waitForURL(/max=1500\.5(?:&|$)/);
  await page.reload();
  expect(await page.getByLabel("Ngân sách đến").inputValue()).toBe("1500,5");
  await page.goto("/projects?search=khach+quen");
  await page.getByRole("link", { name: "Ứng dụng tích điểm cho khách quen" }).click();
  await page.getByRole("link", { name: "Sửa", exact: true }).click();
  await page.getByLabel("Chi phí thấp nhất").fill("300.000");
  await page.getByLabel("Chi phí cao nhất").fill("1,500,000");
  await page.getByRole("main").getByRole("button", { name: "Lưu", exact: true }).click();
  await page.getByText(/Nhập số từ 0 trở lên/).waitFor();
  await page.getByLabel("Chi phí cao nhất").fill("1.500.000");
  await page.getByRole("main").getByRole("button", { name: "Lưu", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByText(/Ngân sách: 300\.000.*1\.500\.000/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Hủy", exact: true }).click();
});

test("if two hosts change a project at once nothing is lost, not even from an older draft", async () => {
  const [aiko, kenji, emma] = [await signIn("aiko"), await signIn("kenji"), await signIn("emma")];
  const [found] = await aiko.call<{ id: string }[]>("GET", "/projects?search=khach+quen");
  const id = found?.id ?? "";
  const { id: kenjiId } = await kenji.call<{ id: string }>("GET", "/users/info");
  await emma.call("POST", `/projects/${id}/members/${kenjiId}/host`);
  for (const { page } of [aiko, kenji]) await page.goto(`/projects/${id}/edit`);
  await kenji.page.getByLabel("Description").fill("Kenji's description");
  await kenji.page.getByLabel("Skills").fill("Kenji's skills");
  await kenji.page.getByText(/Draft saved on this device/).waitFor();
  await aiko.page.getByLabel("Name").fill("Aiko's project");
  await aiko.page.getByLabel("Skills").fill("Aiko's skills");
  await aiko.page.locator("[data-attach]").setInputFiles({
    name: "aiko.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("plan"),
  });
  await aiko.page.getByRole("button", { name: "Remove aiko.txt" }).waitFor();
  // On another device of the same person, the file is deleted just before the save.
  await intercept(
    aiko.page,
    `**/api/projects/${id}`,
    async (route) => {
      const { file_ids } = route.request().postDataJSON() as { file_ids: string[] };
      await aiko.call("DELETE", `/files/${file_ids.at(-1)}`);
      await route.continue();
    },
    { times: 1 },
  );
  await pressButton(aiko, "Save");
  await answerInDialog(aiko, "Save");
  await aiko.page.getByText("This file is no longer there.").waitFor();
  await aiko.page.getByRole("button", { name: "Upload aiko.txt again" }).click();
  await aiko.page.getByRole("button", { name: "Remove aiko.txt" }).waitFor();
  await pressButton(aiko, "Save");
  await answerInDialog(aiko, "Save");
  await aiko.page.getByRole("link", { name: "Download aiko.txt" }).waitFor();

  // The person who saves later sees the other's changes beside their own text.
  await pressButton(kenji, "Save");
  await answerInDialog(kenji, "Save");
  const changesAlert = kenji.page.getByRole("alert", { name: "Changes were saved while you were writing" });
  await changesAlert.getByText("Aiko's project").waitFor();
  await expectFocused(changesAlert);
  const holdsBoth = async () =>
    expect([
      await kenji.page.getByLabel("Name").inputValue(),
      await kenji.page.getByLabel("Description").inputValue(),
      await kenji.page.getByLabel("Skills").inputValue(),
    ]).toEqual(["Aiko's project", "Kenji's description", "Kenji's skills"]);
  await holdsBoth();
  await kenji.page.getByText(/Draft saved on this device/).waitFor();
  // The draft also notices a third change when it is restored after a reload.
  await aiko.call("PATCH", `/projects/${id}`, { time: "7 months" });
  await kenji.page.reload();
  await changesAlert.getByText("7 months").waitFor();
  await holdsBoth();
  await aiko.call("PATCH", `/projects/${id}`, { skill: "Aiko's new skills" });
  await pressButton(kenji, "Save");
  await answerInDialog(kenji, "Save");
  await changesAlert.getByRole("button", { name: "Use theirs" }).click();
  // The box with the changes no longer says that the form has the writer's own text.
  await expect.poll(() => changesAlert.getByText("This is in the form now.").count()).toBe(1);
  await pressButton(kenji, "Save");
  await answerInDialog(kenji, "Save");
  await kenji.page.getByRole("heading", { level: 1, name: "Aiko's project" }).waitFor();
  for (const text of ["Kenji's description", "Aiko's new skills", "7 months"])
    await kenji.page.getByText(text, { exact: true }).waitFor();
  await kenji.page.getByRole("link", { name: "Download aiko.txt" }).waitFor();
});

test("two people who change one milestone at once both see what the other wrote, and overwrite nothing", async () => {
  const [aiko, kenji] = [await signIn("aiko"), await signIn("kenji")];
  const [found] = await aiko.call<{ id: string }[]>("GET", "/projects?search=booking+page");
  const day = dayFromNow(30);
  const field = ({ page }: Device, name: string) => page.getByRole("dialog").getByLabel(name);
  for (const device of [aiko, kenji]) {
    await device.page.goto(`/projects/${found?.id}`);
    await pressButton(device, "Change Texts in three languages");
  }
  const plannedDay = await field(kenji, "Day").inputValue();
  await field(kenji, "What is ready then").fill("Texts in four languages");
  await field(aiko, "What is ready then").fill("Texts in two languages");
  await field(aiko, "Day").fill(day);
  await answerInDialog(aiko, "Save");
  // The plan behind the dialog shows the change. The dialog keeps its text, because somebody is typing in it.
  await kenji.page.locator("li").filter({ hasText: "Texts in two languages" }).waitFor();
  expect(await field(kenji, "What is ready then").inputValue()).toBe("Texts in four languages");
  expect(await field(kenji, "Day").inputValue()).toBe(plannedDay);
  await kenji.page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const theirs = kenji.page.getByRole("alert", { name: "Changes were saved while you were writing" });
  await expectFocused(theirs);
  await theirs.getByText("Texts in two languages").waitFor();
  await theirs.getByText("You changed this too: the form has your text.").waitFor();
  expect(await field(kenji, "What is ready then").inputValue()).toBe("Texts in four languages");
  expect(await field(kenji, "Day").inputValue()).toBe(day);
  expect(await axeViolations(kenji.page)).toEqual([]);
  await answerInDialog(kenji, "Save");
  for (const { page } of [aiko, kenji])
    await page
      .getByRole("listitem")
      .filter({ hasText: "Texts in four languages" })
      .locator(`time[datetime="${day}"]`)
      .waitFor();
  // Somebody removes a milestone while another person edits it. The edited text can be added as a new milestone.
  await pressButton(kenji, "Change Texts in four languages");
  await field(kenji, "What is ready then").fill("Texts in five languages");
  const milestonesPath = `/projects/${found?.id}/milestones`;
  const [milestone] = await aiko.call<{ id: string }[]>("GET", milestonesPath);
  await aiko.call("DELETE", `${milestonesPath}/${milestone?.id}`);
  await kenji.page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await kenji.page.getByRole("alert").getByText("Somebody has removed this milestone.").waitFor();
  expect(await field(kenji, "What is ready then").inputValue()).toBe("Texts in five languages");
  await answerInDialog(kenji, "Add milestone");
  await aiko.page.getByRole("listitem").filter({ hasText: "Texts in five languages" }).waitFor();
});
