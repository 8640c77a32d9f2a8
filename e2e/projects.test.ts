import { expect, test } from "vitest";
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

test("A client creates a project, people apply and are invited, it starts, and all meet in its team's room", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  await aiko.page.goto("/projects");
  await describe(aiko);
  await pressButton(aiko, "Create project");
  // Nothing typed is lost, and the field shows the error.
  await aiko.page.getByText("The maximum must be above the minimum.").waitFor();
  expect(await aiko.page.getByLabel("Name").inputValue()).toBe("桜サロンの予約アプリ");
  await aiko.page.getByLabel("Highest cost").fill("4,500,000");
  await pressButton(aiko, "Create project");
  await answer(aiko, "Create project");
  await aiko.page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  const address = new URL(aiko.page.url()).pathname;

  // A developer finds it with half-width words, and applies.
  await an.page.goto("/projects");
  await an.page.getByRole("searchbox", { name: "Search projects" }).fill("ｻﾛﾝ");
  await an.page.getByRole("link", { name: "桜サロンの予約アプリ" }).click();
  await pressButton(an, "Apply");
  await badge(an, "Applied");

  // Both people's pages update without a reload.
  await aiko.page.getByRole("tab", { name: "Applicants (1)" }).click();
  await pressButton(aiko, "Accept");
  await badge(aiko, "Accepted, to be confirmed");
  await pressButton(an, "Confirm and join");
  await badge(an, "Joined");

  // A translator is invited.
  await pressButton(aiko, "Invite");
  const dialog = aiko.page.getByRole("dialog");
  await dialog.getByRole("searchbox", { name: "Name" }).fill("linh");
  await dialog.getByRole("button", { name: "Invite: Phạm Thùy Linh" }).click();
  await dialog.getByText("Invited", { exact: true }).waitFor();
  await aiko.page.keyboard.press("Escape");
  await linh.page.goto("/notifications");
  await linh.page.getByRole("link", { name: /invites you to join 桜サロンの予約アプリ/ }).click();
  await linh.page.waitForURL(new RegExp(`${address}$`));
  await pressButton(linh, "Accept invitation");
  await badge(linh, "Joined");

  await pressButton(aiko, "Start the project");
  await answer(aiko, "Start the project");
  await badge(aiko, "Running");
  await badge(an, "Active");

  for (const device of [aiko, an, linh]) {
    await device.page.goto(address);
    await device.page.getByRole("link", { name: "Team", exact: true }).click();
    await device.page.waitForURL(/\/chat\//);
  }
  await write(aiko.page, "よろしくお願いします。");
  for (const device of [an, linh]) await messageArrived(device.page, "よろしくお願いします。").waitFor();
  await write(an.page, "Rất vui được làm việc cùng mọi người.");
  await messageArrived(aiko.page, "Rất vui được làm việc cùng mọi người.").waitFor();

  // A removed member can no longer see the room.
  const room = new URL(an.page.url()).pathname;
  await aiko.page.goto(address);
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

test("Whoever has no accepted profile is told which step is missing", async () => {
  const oliver = await signIn("oliver");
  await oliver.page.goto("/projects/new");
  await oliver.page.getByText("One step is missing").waitFor();
  await oliver.page.getByRole("link", { name: "To my profile" }).waitFor();
});
