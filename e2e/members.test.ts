import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { meet } from "./people.ts";

const { come } = await openDemo();

test("who is in a group is shown as such where more are chosen, and who is added is there", async () => {
  const [aiko, linh] = [await come("aiko"), await come("linh")];
  const { page } = aiko;
  await meet(aiko, linh);
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.locator("#details");
  await details.getByText("None yet. Pin a message").waitFor();
  await details.getByRole("button", { name: "Add people" }).click();
  const dialog = page.getByRole("dialog");
  const choice = (name: string) => dialog.locator("[data-person]", { hasText: name });
  await choice("Linh").getByText("Already in the group").waitFor();
  expect(await choice("Linh").isDisabled()).toBe(true);
  await choice("Oliver").click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await details.getByRole("listitem").filter({ hasText: "Oliver" }).waitFor();
  await details.getByRole("button", { name: "Add people" }).click();
  await choice("Oliver").getByText("Already in the group").waitFor();
  expect(await choice("Oliver").isDisabled()).toBe(true);
});
