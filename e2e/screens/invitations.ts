import type { Page } from "playwright-core";
import { createChatScreen, openDetails } from "./chat-acts.ts";
import { type AppScreen, createFixedPath } from "./screen.ts";

const createTestId = (number: number) => `00000000-0000-7000-9300-${String(number).padStart(12, "0")}`;

const invitingPerson = { id: createTestId(1), name: "田中 愛子", role: "company", avatar: null };

const invitedEmails = ["chau@kakehashi.example", "a.rather.long.address.of.somebody@elsewhere.example"].map(
  (email, index) => ({
    id: createTestId(10 + index),
    email,
    conversation_id: createTestId(2),
    created_at: "2026-11-20T03:00:00.000Z",
    expires_at: "2026-12-04T03:00:00.000Z",
  }),
);

/** Returns a screen of the page behind a mailed invitation. `body` replaces the API response. */
const createInvitationScreen = (name: string, body: object): AppScreen => ({
  name: `invitation-${name}`,
  viewer: "member",
  path: createFixedPath(`/invite/${createTestId(3)}`),
  readySelector: "main h1, main h2",
  before: (page) =>
    page
      .route("**/api/invitations/*", (route) =>
        route.fulfill({ json: { data: { id: createTestId(3), inviter: invitingPerson, ...body } } }),
      )
      .then(() => {}),
});

/** Searches for an email address that has no account. With `isSent`, also invites this address. */
async function openInviteDialog(page: Page, isSent: boolean): Promise<void> {
  await page.locator("section header button").first().click();
  await page.locator("[data-person]").first().waitFor();
  await page.locator("[role=dialog] input").first().fill("chau@elsewhere.example");
  const button = page.locator("[role=dialog] button[data-person]:has(.tabler-icon-mail)");
  await button.waitFor();
  if (!isSent) return;
  await page.route("**/api/invitations", (route) => route.fulfill({ json: { data: invitedEmails[0] } }));
  await button.click();
  await page.locator("[role=dialog] .tabler-icon-mail-check").waitFor();
}

export const invitationScreens: readonly AppScreen[] = [
  createInvitationScreen("group", { group_name: "さくら予約アプリ", state: "open" }),
  createInvitationScreen("direct", { group_name: null, state: "open" }),
  createInvitationScreen("over", { group_name: "さくら予約アプリ", state: "over" }),
  {
    name: "invitation-foreign",
    viewer: "member",
    path: createFixedPath(`/invite/${createTestId(4)}`),
    readySelector: "main h1, main h2",
  },
  createChatScreen("invitation-offer", (page) => openInviteDialog(page, false)),
  createChatScreen("invitation-sent", (page) => openInviteDialog(page, true)),
  {
    ...createChatScreen("invitations-waiting", async (page) => {
      await openDetails(page);
      await page.locator("#details li .tabler-icon-x").last().scrollIntoViewIfNeeded();
    }),
    before: (page) =>
      page
        .route("**/api/conversations/*/invitations", (route) =>
          route.fulfill({ json: { data: invitedEmails } }),
        )
        .then(() => {}),
  },
];
