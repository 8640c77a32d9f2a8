import { readFile } from "node:fs/promises";
import type { ProjectCategory } from "@kakehashi/contract/catalogue";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { openDevice } from "./people.ts";

const { browser, server } = await openDemo();

test("the audit log is read by name, narrowed, and exported with every id and no formula", async () => {
  const { page, call, context, faults } = await openDevice(browser, server, "emma");
  const spreadsheetFormula = '=HYPERLINK("//evil.example","Robots")';
  const addCategory = (name: string) =>
    call<ProjectCategory>("POST", "/admin/categories", { names: { en: name, vi: name, ja: name } });
  const storedCategory = await addCategory(spreadsheetFormula);
  const removedCategory = await addCategory("Arms");
  await call("DELETE", `/admin/categories/${removedCategory.id}`);

  await page.goto("/admin/audit");
  const rows = page.locator("main tbody tr");
  await rows.filter({ hasText: "Removed a category" }).getByText("Arms", { exact: true }).waitFor();
  await rows.filter({ hasText: spreadsheetFormula }).first().waitFor();
  expect(await rows.filter({ hasText: "Arms" }).count()).toBe(2);
  await page.locator("main select").first().selectOption("categories.add");
  await expect.poll(() => rows.count()).toBe(2);
  await page.reload();
  await rows.first().waitFor();
  expect(await rows.count()).toBe(2);

  const downloadEvent = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe("audit.csv");
  const [headerLine, ...lines] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(headerLine).toBe("\ufeffWhen,Who,What,Affected,Affected (id),Details,From");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `,categories.add,"'${spreadsheetFormula.replaceAll('"', '""')}",${storedCategory.id},`,
  );
  expect(lines[0]).toContain(`,categories.add,Arms,${removedCategory.id},`);
  expect(faults).toEqual([]);
  await context.close();
});
