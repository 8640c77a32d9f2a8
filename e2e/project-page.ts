import type { SignedInDevice } from "./people.ts";

/** Presses a button of the page itself, and not of a dialog. */
export const pressButton = ({ page }: SignedInDevice, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

/** Presses a button of the open dialog. Resolves when the dialog has closed. */
export async function pressDialogButton({ page }: SignedInDevice, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Returns the date in `days` days in the format of a date field, such as `2026-11-30`. */
export const formatDateInDays = (days: number) =>
  new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
