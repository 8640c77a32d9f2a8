import { randomUUID } from "node:crypto";
import type { WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused, isFocused, waitUntilDetached } from "./focus.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import { openPageWithLiveEvents } from "./open-live.ts";
import {
  chooseOption,
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  pressTryAgain,
  writeMessage,
} from "./people.ts";

const { signIn } = await openDemo();

test("an unknown mail address is invited by mail, and its owner joins with one click", async () => {
  const [aiko, linh, oliver] = [await signIn("aiko"), await signIn("linh"), await signIn("oliver")];
  const { page } = aiko;
  await createSharedGroup(aiko, linh);
  const roomPath = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.locator("#details");
  const findMessage = (text: string) => page.getByRole("region", { name: "Messages" }).getByText(text);
  const dialog = page.getByRole("dialog");
  const pendingInvitations = details.getByRole("region", { name: "Invited by e-mail" });

  async function inviteByEmail(email: string): Promise<string> {
    await details.getByRole("button", { name: "Add people" }).click();
    await dialog.getByRole("searchbox").fill(email);
    const [invitationResponse] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/api/invitations")),
      dialog.getByRole("button", { name: "Send invitation" }).click(),
    ]);
    await dialog.getByText(`An invitation is on its way to ${email}.`).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await pendingInvitations.getByText(email).waitFor();
    return (await invitationResponse.json()).data.id;
  }

  await inviteByEmail("stranger@kakehashi.example");
  const id = await inviteByEmail("oliver@kakehashi.example");
  await pendingInvitations
    .getByRole("button", { name: "Withdraw the invitation to stranger@kakehashi.example" })
    .click();
  await pendingInvitations.getByText("stranger@kakehashi.example").waitFor({ state: "detached" });

  await oliver.page.goto(`/invite/${id}`);
  await oliver.page.getByRole("heading", { name: /invites you to the group/ }).waitFor();
  await oliver.page.getByRole("button", { name: "Join the group" }).click();
  await oliver.page.waitForURL(`**${roomPath}`);
  await pendingInvitations.waitFor({ state: "detached" });
  await details.getByRole("listitem").filter({ hasText: "Oliver" }).waitFor();
  // The conversation's history shows changes of the group. An open page shows them without a reload.
  await findMessage("Oliver Hart joined").waitFor();
  await aiko.call("POST", `${roomPath.replace("/chat", "/conversations")}/name/change`, { name: "Bridge" });
  await findMessage("Aiko Tanaka renamed the group to “Bridge”").waitFor();
  await linh.page.reload();
  await linh.page.getByText("Oliver Hart joined").waitFor();
  expect(await linh.page.getByRole("article").count()).toBe(0);

  await linh.page.goto(`/invite/${id}`);
  await linh.page.getByRole("heading", { name: "This invitation is not for this account" }).waitFor();
});

test("a person removed from a group while writing is told so and keeps their text", async () => {
  const [aiko, linh] = [
    await signIn("aiko"),
    await signIn("linh", { permissions: ["clipboard-read", "clipboard-write"] }),
  ];
  const { page } = linh;
  const id = await createSharedGroup(aiko, linh);
  const { id: linhId } = await linh.call<{ id: string }>("GET", "/users/info");
  await writeMessage(page, "said in time");
  await findMessageByWords(aiko.page, "said in time").waitFor();
  await findMessageByWords(page, "said in time").hover();
  await findMessageByWords(page, "said in time").getByLabel("Reply in a thread").click();
  await findThreadComposer(page).fill("a reply in the making");
  await chooseOption(page, "said in time", "Edit");
  await page.getByLabel("Edit the message").first().fill("said in time, and well");

  await findMessageComposer(page).fill("all that\nI meant to say");
  await aiko.call("DELETE", `/conversations/${id}/members?user_id=${linhId}`);
  await page.getByRole("heading", { name: /^You are no longer a member of “Room/ }).waitFor();
  await expectFocused(page.getByRole("alert").filter({ hasText: "no longer a member" }));
  const unsentTexts = page.getByRole("region", { name: "Written here and not sent" }).getByRole("listitem");
  const ownMessage = unsentTexts.filter({ hasText: "I meant to say" });
  await ownMessage.getByRole("button", { name: "Copy text" }).click();
  await page.getByText("Text copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("all that\nI meant to say");
  await unsentTexts.filter({ hasText: "a reply in the making" }).waitFor();
  await unsentTexts.filter({ hasText: "said in time, and well" }).waitFor();

  // The person was removed from the room, so the server responds with 404. After a reload, the page must still show the
  // unsent texts.
  const draftResponse = page.waitForResponse(
    (response) => response.url().endsWith("/draft") && response.status() === 404,
  );
  await page.reload();
  await draftResponse;
  await page.getByText("This conversation is not available").waitFor();
  await ownMessage.getByRole("button", { name: "Discard" }).click();
  await ownMessage.waitFor({ state: "detached" });
  await page.reload();
  await unsentTexts.filter({ hasText: "a reply in the making" }).waitFor();
  expect(await unsentTexts.count()).toBe(1);
});

test("a person who is removed while older messages load is told only of the removal", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { page } = linh;
  const id = await createSharedGroup(aiko, linh);
  const { id: linhId } = await linh.call<{ id: string }>("GET", "/users/info");
  for (let number = 1; number <= 60; number++)
    await aiko.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `line ${number}`,
    });
  await linh.call("POST", `/conversations/${id}/mark_read`, {});
  const releaseOlderMessages = await holdResponses(page, /\/above(\?|$)/);
  await page.addInitScript(() => {
    const announcedTexts: string[] = [];
    Object.assign(window, { told: announcedTexts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) announcedTexts.push(node.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });
  const request = page.waitForRequest(/\/above(\?|$)/);
  await page.goto(`/chat/${id}`);
  await findMessageByWords(page, "line 60").waitFor();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -20_000);
  await request;
  await aiko.call("DELETE", `/conversations/${id}/members?user_id=${linhId}`);
  const refusedResponse = page.waitForResponse((response) => response.url().includes("/above"));
  releaseOlderMessages();
  expect((await refusedResponse).status()).toBe(404);
  await page.getByRole("heading", { name: /^You are no longer a member of “Room/ }).waitFor();
  const announcements = await page.evaluate<string[]>("window.told");
  expect(announcements.join()).toContain("no longer a member");
  expect(announcements.filter((text) => text.includes("could not be loaded"))).toEqual([]);
});

test("after a member was removed by the keyboard, the next one has the focus", async () => {
  const [aiko, linh, oliver] = [await signIn("aiko"), await signIn("linh"), await signIn("oliver")];
  const { page } = aiko;
  await createSharedGroup(aiko, linh, oliver);
  await page.getByRole("button", { name: "Details" }).click();
  const rows = page.locator("#details").getByRole("list", { name: "Members" }).getByRole("listitem");
  const actionButtons = rows.getByRole("button", { name: /^Actions for/ });
  await expect.poll(() => actionButtons.count()).toBe(2);
  const [firstActionsButton, secondActionsButton] = [actionButtons.first(), actionButtons.last()];
  const removedMemberName =
    (await secondActionsButton.getAttribute("aria-label"))?.replace("Actions for ", "") ?? "";
  await firstActionsButton.focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: "Remove from the group" });
  await item.waitFor();
  while (!(await isFocused(item))) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const removeButton = page.getByRole("dialog").getByRole("button", { name: "Remove from the group" });
  await removeButton.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => actionButtons.count()).toBe(1);
  await waitUntilDetached(page.getByRole("dialog"));
  await expectFocused(rows.getByRole("button", { name: removedMemberName, exact: true }));
});

test("invitations that failed to load say so, and can be loaded again", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { page } = aiko;
  const id = await createSharedGroup(aiko, linh);
  await aiko.call("POST", "/invitations", { email: "late@kakehashi.example", conversation_id: id });
  const pattern = `**/api/conversations/${id}/invitations`;
  await interceptRequests(page, pattern, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Details" }).click();
  const pendingInvitations = page.locator("#details").getByRole("region", { name: "Invited by e-mail" });
  await pendingInvitations.getByText("This could not be loaded.").waitFor();
  await pressTryAgain(page, pattern, pendingInvitations.getByRole("button", { name: "Try again" }));
  await pendingInvitations.getByText("late@kakehashi.example").waitFor();
});

test("new members and pins appear after reconnecting", async () => {
  const [aiko, linh, oliver] = [await signIn("aiko"), await signIn("linh"), await signIn("oliver")];
  const { page } = aiko;
  const id = await createSharedGroup(aiko, linh);
  const openSockets = new Set<WebSocketRoute>();
  let isServerDown = false;
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    if (isServerDown) return void socket.close();
    socket.connectToServer();
    openSockets.add(socket);
  });
  await openPageWithLiveEvents(page, `/chat/${id}`);
  await page.getByRole("button", { name: "Details" }).click();
  const members = page.locator("#details").getByRole("list", { name: "Members" });
  await members.getByText("Linh").waitFor();
  const pinsRegion = page.locator("#details").getByRole("region", { name: "Pinned messages" });
  await pinsRegion.waitFor();
  const pinMessage = async (content: string) => {
    const sentMessage = await linh.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
    });
    await linh.call("POST", `/conversations/${id}/messages/${sentMessage.id}/pin`, { pinned: true });
  };

  isServerDown = true;
  for (const socket of openSockets) await socket.close();
  const { id: oliverId } = await oliver.call<{ id: string }>("GET", "/users/info");
  await aiko.call("POST", `/conversations/${id}/members`, { user_ids: [oliverId] });
  await pinMessage("pinned without a connection");
  isServerDown = false;
  await members.getByText("Oliver").waitFor();
  await pinsRegion.getByText("pinned without a connection").waitFor();

  // A message is pinned while the details are closed. The details show it as soon as they open.
  await page.locator("#details").getByLabel("Close").click();
  await page.locator("#details").waitFor({ state: "detached" });
  await pinMessage("pinned behind their back");
  await findMessageByWords(page, "pinned behind their back").getByText("pinned", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Details" }).click();
  await pinsRegion.getByText("pinned behind their back").waitFor();
});

test("the people picker shows who is in the group, and an added person appears at once", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { page } = aiko;
  await createSharedGroup(aiko, linh);
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.locator("#details");
  await details.getByText("None yet. Pin a message").waitFor();
  await details.getByRole("button", { name: "Add people" }).click();
  const dialog = page.getByRole("dialog");
  const findPersonOption = (name: string) => dialog.locator("[data-person]", { hasText: name });
  await findPersonOption("Linh").getByText("Already in the group").waitFor();
  expect(await findPersonOption("Linh").isDisabled()).toBe(true);
  await findPersonOption("Oliver").click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await details.getByRole("listitem").filter({ hasText: "Oliver" }).waitFor();
  await details.getByRole("button", { name: "Add people" }).click();
  await findPersonOption("Oliver").getByText("Already in the group").waitFor();
  expect(await findPersonOption("Oliver").isDisabled()).toBe(true);
});

test("an avatar, a name and a mention open the person's card, which leads to a conversation with them", async () => {
  // This time zone differs from that of the demo workspace. So the test can see whether the card shows the local time
  // of the person.
  const timeZone = "Pacific/Kiritimati";
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh", { timezoneId: timeZone })];
  const { page } = aiko;
  const timeZoneResponse = linh.page.waitForResponse((response) =>
    response.url().endsWith("/api/users/device_time_zone"),
  );
  const room = await createSharedGroup(aiko, linh);
  expect((await timeZoneResponse).status()).toBe(200);
  const { id: aikoId } = await aiko.call<{ id: string }>("GET", "/users/info");
  await linh.call("POST", `/conversations/${room}/messages`, {
    client_id: randomUUID(),
    content: `A word for @[田中 愛子](${aikoId})`,
  });
  const card = (name: string | RegExp) => page.getByRole("dialog", { name });

  // The card was opened by keyboard. Escape closes only the card, and the focus returns to the name in the details.
  await page.getByRole("button", { name: "Details" }).click();
  const member = page.locator("#details").getByRole("button", { name: "Phạm Thùy Linh", exact: true });
  await member.focus();
  const readLocalTime = () =>
    `${new Date().toLocaleTimeString("en-GB", { timeZone, timeStyle: "short" })} local time`;
  const timeBefore = readLocalTime();
  await page.keyboard.press("Enter");
  const shownLocalTime = await card("Phạm Thùy Linh").getByText("local time").textContent();
  expect([timeBefore, readLocalTime()]).toContain(shownLocalTime);
  await card("Phạm Thùy Linh").getByText("Translator").waitFor();
  await card("Phạm Thùy Linh").getByRole("img", { name: "Tiếng Việt" }).waitFor();
  await card("Phạm Thùy Linh").getByText("Also knows").getByRole("img", { name: "日本語" }).waitFor();
  await page.keyboard.press("Escape");
  await card("Phạm Thùy Linh").waitFor({ state: "detached" });
  await expectFocused(member);
  await page.locator("#details").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#details").waitFor({ state: "detached" });

  // A mention of the reader opens the reader's own card. Only this card has a button to edit the profile.
  await findMessageByWords(page, "A word for").locator("a", { hasText: "@Aiko Tanaka" }).click();
  await card("田中 愛子").getByRole("button", { name: "Edit profile" }).waitFor();
  await page.goBack();
  await card("田中 愛子").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(`/chat/${room}`);

  await findMessageByWords(page, "A word for")
    .getByRole("button", { name: "Phạm Thùy Linh", exact: true })
    .click();
  await card("Phạm Thùy Linh").getByRole("button", { name: "Message" }).click();
  await page.waitForURL((url) => /^\/chat\/./.test(url.pathname) && !url.pathname.includes(room));
  // The name in the header of a direct conversation also opens the person's card.
  await page.getByRole("heading", { name: "Phạm Thùy Linh" }).getByRole("button").click();
  await card("Phạm Thùy Linh").getByText("Translator").waitFor();
});
