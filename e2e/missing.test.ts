import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";

const { signIn } = await openDemo();

const unknownId = "00000000-0000-7000-8000-000000000000";

/**
 * URLs of pages that do not exist or that the reader may not see. The second path of each entry is the target of the
 * link in the error message.
 */
const missingPageAddresses = [
  [`/teams/${unknownId}`, "/teams"],
  [`/projects/${unknownId}`, "/projects"],
  [`/projects/${unknownId}/members`, "/projects"],
  [`/projects/${unknownId}/edit`, "/projects"],
  ["/codes/gone-0123456789ab", "/codes"],
  ["/codes/gone-0123456789ab/edit", "/codes"],
  [`/bots/${unknownId}`, "/bots"],
  [`/bots/${unknownId}/story/${unknownId}`, `/bots/${unknownId}/story`],
  [`/bots/${unknownId}/sessions/${unknownId}`, `/bots/${unknownId}/sessions`],
  [`/drive/${unknownId}`, "/drive"],
] as const;

test("a page about something that does not exist links to another page", async () => {
  const device = await signIn("an", { viewport: { width: 390, height: 844 } });
  const { page } = device;
  for (const [address, linkTarget] of missingPageAddresses) {
    await page.goto(address);
    const link = page.getByRole("main").locator(`a[href="${linkTarget}"]`);
    await expect.poll(() => link.filter({ visible: true }).count(), { message: address }).toBeGreaterThan(0);
  }
});
