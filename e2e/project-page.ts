import type { Device } from "./people.ts";

/** Presses a button of the page's main part, which must not be in a dialog. */
export const pressButton = ({ page }: Device, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

/** Presses a button of the open dialog. Resolves when the dialog has closed. */
export async function pressDialogButton({ page }: Device, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Returns the date `days` days from now, in the form `2026-11-30` that a date field takes. */
export const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
