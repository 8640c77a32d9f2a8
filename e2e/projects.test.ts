import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import { expectFocused } from "./focus.ts";
import { interceptRequests } from "./intercept.ts";
import type { SignedInDevice } from "./people.ts";
import { formatDateInDays, pressButton, pressDialogButton } from "./project-page.ts";

const { server, signIn } = await openDemo();

test("a person who declines an invitation that was withdrawn meanwhile is told so, and sees the present state", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const [foundProject] = await aiko.call<{ id: string }[]>("GET", "/projects?search=%E5%9C%A8%E5%BA%AB");
  const { id: linhId } = await linh.call<{ id: string }>("GET", "/users/info");
  await linh.page.goto(`/projects/${foundProject?.id}`);
  await pressButton(linh, "Decline");
  await aiko.call("POST", `/projects/${foundProject?.id}/members/${linhId}/withdraw`);
  await pressDialogButton(linh, "Decline");
  await linh.page.getByText("This has changed in the meantime. Please look again.").first().waitFor();
  await linh.page.getByRole("main").getByRole("button", { name: "Apply", exact: true }).waitFor();
});

test("a person who cannot create or join a project yet is told the missing step, with a link to it", async () => {
  const [emma, oliver] = [await signIn("emma"), await signIn("oliver")];
  const { page } = oliver;
  const { id } = await oliver.call<{ id: string }>("GET", "/users/info");
  await emma.call("POST", `/admin/users/${id}/role`, { role: "dev" });
  const [foundProject] = await oliver.call<{ id: string }[]>("GET", "/projects?search=%E5%9C%A8%E5%BA%AB");
  /** Checks that two pages name the missing step: the page of a project, and the form for a new project. */
  async function expectMissingStep(textOnProjectPage: string, textOnNewProjectPage: string): Promise<void> {
    await page.goto(`/projects/${foundProject?.id}`);
    await page.getByText(textOnProjectPage).waitFor();
    // The button "Apply" is missing, because the server would refuse the application.
    expect(await page.getByRole("main").getByRole("button", { name: "Apply", exact: true }).count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto("/projects/new");
    await page.getByText("One step is missing").waitFor();
    await page.getByText(textOnNewProjectPage, { exact: true }).waitFor();
    expect(await page.getByLabel("Description").count()).toBe(0);
    await page.getByRole("link", { name: "To my profile" }).click();
    await page.waitForURL("**/profile");
  }

  await expectMissingStep(
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
  await expectMissingStep(
    "Your profile is not active. To join a project, request its activation.",
    "Your profile is not active. To create a project, request its activation.",
  );
  const picture = await drawPicture(page, 8, 8);
  await page.setInputFiles("input[type=file]", { name: "me.png", mimeType: "image/png", buffer: picture });
  await pressDialogButton(oliver, "Use this picture");
  await pressButton(oliver, "Request activation");
  await pressDialogButton(oliver, "Request activation");
  await page.getByText("An administrator is reviewing your request.").waitFor();
  await expectMissingStep(
    "An administrator is looking at your profile. Once it is accepted, you can join a project.",
    "An administrator is looking at your profile. Once it is accepted, you can create a project.",
  );
  // The admin accepts the profile. The open page then shows the form without a reload.
  await page.goBack();
  await page.getByText("One step is missing").waitFor();
  await emma.call("POST", `/admin/users/${id}/accept`);
  await page.getByLabel("Description").waitFor();
});

test("a project's page waits for its milestones, so that its links do not move, and shows their error if they fail", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const [foundProject] = await aiko.call<{ id: string }[]>("GET", "/projects?search=%E5%9C%A8%E5%BA%AB");
  const { promise: responsesReleased, resolve: releaseResponses } = Promise.withResolvers<void>();
  await interceptRequests(page, "**/milestones", async (route) => {
    await responsesReleased;
    await route.fulfill({ status: 404, body: "" });
  });
  await page.goto(`/projects/${foundProject?.id}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("main").getByRole("status", { name: "Loading…" }).waitFor();
  const roomLink = page.getByRole("main").getByRole("link", { name: "Client", exact: true });
  expect(await roomLink.count()).toBe(0);
  releaseResponses();
  await roomLink.waitFor();
  await page.getByRole("region", { name: "Milestones" }).getByRole("button", { name: "Try again" }).waitFor();
});

test("the list's address keeps its filters, order and layout", async () => {
  const { page } = await signIn("kenji");
  await page.goto("/projects");
  const listFoundProjectNames = () =>
    page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  await page.getByLabel("State").selectOption("Open");
  await page.waitForURL(/state=open/);
  await page.getByLabel("Currency").selectOption({ label: "JPY · Japanese yen" });
  await page.getByLabel("Budget to").fill("１,500,000");
  await page.waitForURL(/max=1500000/);
  await expect.poll(listFoundProjectNames).toEqual(["在庫管理の画面を新しく"]);
  await page.getByRole("button", { name: "As a table" }).click();
  await page.getByRole("table").getByRole("link", { name: "在庫管理の画面を新しく" }).click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  // The filters are part of the URL, so the back button restores them.
  await page.goBack();
  await page.getByRole("table").waitFor();
  expect(await page.getByLabel("Budget to").inputValue()).toBe("1500000");
  await page.getByLabel("My part").selectOption("I host");
  await page.getByText("Nothing fits").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await page.getByRole("table").waitFor();
  expect(new URL(page.url()).search).toBe("?view=table");

  // When a person returns from a project, the list is scrolled to where the person left it.
  await page.setViewportSize({ width: 390, height: 700 });
  const list = page.getByRole("main");
  const readScrollTop = () => list.evaluate((element) => element.scrollTop);
  const lastProjectLink = list.getByRole("heading", { level: 2 }).getByRole("link").last();
  await lastProjectLink.scrollIntoViewIfNeeded();
  const scrollTopBefore = await readScrollTop();
  expect(scrollTopBefore).toBeGreaterThan(700);
  await lastProjectLink.click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  await page.goBack();
  await lastProjectLink.waitFor();
  expect(Math.abs((await readScrollTop()) - scrollTopBefore)).toBeLessThan(300);
  await expect
    .poll(() => lastProjectLink.evaluate((link) => link.getBoundingClientRect().top < innerHeight))
    .toBe(true);
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
  await pressDialogButton(aiko, "Save");
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
  const [foundProject] = await aiko.call<{ id: string }[]>("GET", "/projects?search=khach+quen");
  const id = foundProject?.id ?? "";
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
  // The writer deletes the attached file on another device, just before the save request arrives.
  await interceptRequests(
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
  await pressDialogButton(aiko, "Save");
  await aiko.page.getByText("This file is no longer there.").waitFor();
  await aiko.page.getByRole("button", { name: "Upload aiko.txt again" }).click();
  await aiko.page.getByRole("button", { name: "Remove aiko.txt" }).waitFor();
  await pressButton(aiko, "Save");
  await pressDialogButton(aiko, "Save");
  await aiko.page.getByRole("link", { name: "Download aiko.txt" }).waitFor();

  // Kenji saves after Aiko. The page shows Aiko's changes next to Kenji's text.
  await pressButton(kenji, "Save");
  await pressDialogButton(kenji, "Save");
  const changesAlert = kenji.page.getByRole("alert", { name: "Changes were saved while you were writing" });
  await changesAlert.getByText("Aiko's project").waitFor();
  await expectFocused(changesAlert);
  const expectBothTexts = async () =>
    expect([
      await kenji.page.getByLabel("Name").inputValue(),
      await kenji.page.getByLabel("Description").inputValue(),
      await kenji.page.getByLabel("Skills").inputValue(),
    ]).toEqual(["Aiko's project", "Kenji's description", "Kenji's skills"]);
  await expectBothTexts();
  await kenji.page.getByText(/Draft saved on this device/).waitFor();
  // Aiko saves a third change before Kenji reloads the page. Kenji's restored draft must be compared with this third
  // version.
  await aiko.call("PATCH", `/projects/${id}`, { time: "7 months" });
  await kenji.page.reload();
  await changesAlert.getByText("7 months").waitFor();
  await expectBothTexts();
  await aiko.call("PATCH", `/projects/${id}`, { skill: "Aiko's new skills" });
  await pressButton(kenji, "Save");
  await pressDialogButton(kenji, "Save");
  await changesAlert.getByRole("button", { name: "Use theirs" }).click();
  // Two fields contained Kenji's text. In one of them, Kenji has replaced it by Aiko's text. So only one field is still
  // marked as Kenji's.
  await expect.poll(() => changesAlert.getByText("This is in the form now.").count()).toBe(1);
  await pressButton(kenji, "Save");
  await pressDialogButton(kenji, "Save");
  await kenji.page.getByRole("heading", { level: 1, name: "Aiko's project" }).waitFor();
  for (const text of ["Kenji's description", "Aiko's new skills", "7 months"])
    await kenji.page.getByText(text, { exact: true }).waitFor();
  await kenji.page.getByRole("link", { name: "Download aiko.txt" }).waitFor();
});

test("two people who change one milestone at once both see what the other wrote, and overwrite nothing", async () => {
  const [aiko, kenji] = [await signIn("aiko"), await signIn("kenji")];
  const [foundProject] = await aiko.call<{ id: string }[]>("GET", "/projects?search=booking+page");
  const day = formatDateInDays(30);
  const field = ({ page }: SignedInDevice, name: string) => page.getByRole("dialog").getByLabel(name);
  for (const device of [aiko, kenji]) {
    await device.page.goto(`/projects/${foundProject?.id}`);
    await pressButton(device, "Change Texts in three languages");
  }
  const plannedDay = await field(kenji, "Day").inputValue();
  await field(kenji, "What is ready then").fill("Texts in four languages");
  await field(aiko, "What is ready then").fill("Texts in two languages");
  await field(aiko, "Day").fill(day);
  await pressDialogButton(aiko, "Save");
  // Behind the open dialog, the plan shows the milestone that Aiko has saved. The dialog keeps the text that Kenji is
  // typing.
  await kenji.page.locator("li").filter({ hasText: "Texts in two languages" }).waitFor();
  expect(await field(kenji, "What is ready then").inputValue()).toBe("Texts in four languages");
  expect(await field(kenji, "Day").inputValue()).toBe(plannedDay);
  await kenji.page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const theirChangesAlert = kenji.page.getByRole("alert", {
    name: "Changes were saved while you were writing",
  });
  await expectFocused(theirChangesAlert);
  await theirChangesAlert.getByText("Texts in two languages").waitFor();
  await theirChangesAlert.getByText("You changed this too: the form has your text.").waitFor();
  expect(await field(kenji, "What is ready then").inputValue()).toBe("Texts in four languages");
  expect(await field(kenji, "Day").inputValue()).toBe(day);
  expect(await findAxeViolations(kenji.page)).toEqual([]);
  await pressDialogButton(kenji, "Save");
  for (const { page } of [aiko, kenji])
    await page
      .getByRole("listitem")
      .filter({ hasText: "Texts in four languages" })
      .locator(`time[datetime="${day}"]`)
      .waitFor();
  // Aiko deletes a milestone while Kenji edits it. Kenji can save his text as a new milestone.
  await pressButton(kenji, "Change Texts in four languages");
  await field(kenji, "What is ready then").fill("Texts in five languages");
  const milestonesPath = `/projects/${foundProject?.id}/milestones`;
  const [milestone] = await aiko.call<{ id: string }[]>("GET", milestonesPath);
  await aiko.call("DELETE", `${milestonesPath}/${milestone?.id}`);
  await kenji.page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await kenji.page.getByRole("alert").getByText("Somebody has removed this milestone.").waitFor();
  expect(await field(kenji, "What is ready then").inputValue()).toBe("Texts in five languages");
  await pressDialogButton(kenji, "Add milestone");
  await aiko.page.getByRole("listitem").filter({ hasText: "Texts in five languages" }).waitFor();
});

test("a member of a project that was closed is told, reads what that means, and sees one state", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const [foundProject] = await aiko.call<{ id: string }[]>(
    "GET",
    "/projects?search=%E3%81%95%E3%81%8F%E3%82%89",
  );
  const address = `/projects/${foundProject?.id}`;
  const { page } = an;
  await page.goto(address);
  const mainRegion = page.getByRole("main");
  await mainRegion.getByText("Running", { exact: true }).waitFor();
  await aiko.call("POST", `${address}/deactivate`);
  await mainRegion.getByText("Its conversations stay open to its members.").waitFor();
  await mainRegion.getByText("Deactivated", { exact: true }).waitFor();
  expect(await mainRegion.getByText("Active", { exact: true }).count()).toBe(0);
  await page.goto("/teams");
  const teamRow = mainRegion.getByRole("link", { name: /さくら/ });
  await teamRow.getByText("Deactivated").waitFor();
  expect(await teamRow.textContent()).not.toContain("Running");
  await page.goto("/notifications");
  await page.getByRole("link", { name: /deactivated さくら/ }).waitFor();
  await aiko.call("POST", `${address}/activate`);
  await page.getByRole("link", { name: /activated さくら.* again/ }).waitFor();
});
