import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import type { SignedInDevice } from "./people.ts";

// A bot's editor replays, step by step, what happened in a visitor's session.

const { server, signIn } = await openDemo();

const createBlockGroup = (id: string, x: number, blocks: object[]) => ({ id, title: "", x, y: 0, blocks });
const createTextBlock = (id: string, en: string) => ({ id, type: "text", text: { en } });
const storyVariables = [{ id: "n", name: "name" }];
const thanksStory = {
  start: "start",
  groups: [
    createBlockGroup("start", 0, [
      createTextBlock("thanks", "Thank you, we call you."),
      { id: "end", type: "end" },
    ]),
  ],
  edges: [],
  variables: storyVariables,
};
const createBookingStory = (targetFlowId: string) => ({
  start: "start",
  groups: [
    createBlockGroup("start", 0, [
      createTextBlock("hello", "Welcome to the salon."),
      {
        id: "name",
        type: "ask",
        answer: { kind: "text", minimum: 1, maximum: 100 },
        text: { en: "What is your name?" },
        variable_id: "n",
        retry: {},
      },
      { id: "go", type: "jump", flow_id: targetFlowId },
    ]),
  ],
  edges: [],
  variables: storyVariables,
});

/** Creates a bot with two stories. The first story jumps to the second. */
async function createBotWithStories({ call }: SignedInDevice) {
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB"],
  });
  const publishFlow = async (name: string, draft: object) => {
    const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, { name, draft });
    await call("POST", `/bots/${id}/flows/${flow.id}/publish`, { revision: 1 });
    await call("POST", `/bots/${id}/flows/${flow.id}/enable`, { is_enabled: true });
    return flow.id;
  };
  const thanksFlowId = await publishFlow("Thanks", thanksStory);
  const bookingFlowId = await publishFlow("Booking", createBookingStory(thanksFlowId));
  await call("PATCH", `/bots/${id}`, { start_flow_id: bookingFlowId });
  return { id, first: bookingFlowId };
}

async function postAsVisitor(path: string, token: string, body: object) {
  const response = await fetch(`${server.address}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { "x-visitor-token": token }) },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const findSelectedBlock = (page: Page) => page.locator("[data-part][data-selected]");

test("a visit is replayed block by block with the keyboard, in the version that ran, across a jump to another story", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const { id, first } = await createBotWithStories(kenji);
  await page.goto(`/bots/${id}/sessions`);
  await page.getByText("No visits yet").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  const { data } = await postAsVisitor(`/w/${id}/sessions`, "", { language: "en" });
  await postAsVisitor(`/w/${id}/messages`, data.token, { client_id: crypto.randomUUID(), content: "Aiko" });
  // After the session, the story is changed and published again. The replay must still show the version that ran in the
  // session.
  const draft = {
    ...createBookingStory(""),
    groups: [
      createBlockGroup("start", 0, [createTextBlock("hello", "We are closed."), { id: "end", type: "end" }]),
    ],
  };
  await kenji.call("PATCH", `/bots/${id}/flows/${first}`, { revision: 1, draft });
  await kenji.call("POST", `/bots/${id}/flows/${first}/publish`, { revision: 2 });

  await page.reload();
  // The visitor told the bot a name. The list of sessions shows this name.
  await page.getByRole("link", { name: /^Aiko/ }).click();
  await page.getByText("Step 1 of 6").waitFor();
  await findSelectedBlock(page).getByText("Welcome to the salon.").waitFor();
  await page.getByText("Not the current version").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.keyboard.press("ArrowRight");
  await findSelectedBlock(page).getByText("What is your name?").waitFor();
  // Shift + arrow right jumps to the step of the visitor's next message. This step still shows the block that had asked
  // the question, but the variables already contain the answer.
  await page.keyboard.press("Shift+ArrowRight");
  await page.getByText("Step 3 of 6").waitFor();
  await findSelectedBlock(page).getByText("What is your name?").waitFor();
  const row = page.getByRole("row", { name: /^name/ });
  expect(await row.getByRole("cell").allTextContents()).toEqual(["–", "Aiko"]);

  // The bot jumped to another story, and the last step of the replay is in that story.
  await page.keyboard.press("End");
  await page.getByText("Step 6 of 6").waitFor();
  await page.locator(".react-flow__node").getByText("Thank you, we call you.").waitFor();
  await page.getByText("Visitors get this").waitFor();
  await page.reload();
  await page.getByText("Step 6 of 6").waitFor();
  await page.getByRole("button", { name: "One step back (←)" }).click();
  await findSelectedBlock(page).getByText("Thank you, we call you.").waitFor();
  await page.getByRole("button", { name: /^Turn 1/ }).click();
  await page.getByText("Step 1 of 6").waitFor();
  await page.locator(".react-flow__node").getByText("Welcome to the salon.").waitFor();
});

test("visits are filtered by name, state, platform, story and version, and the address keeps the filter", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const { id, first } = await createBotWithStories(kenji);
  const { data } = await postAsVisitor(`/w/${id}/sessions`, "", { language: "en" });
  await postAsVisitor(`/w/${id}/messages`, data.token, { client_id: crypto.randomUUID(), content: "Aiko" });
  await postAsVisitor(`/w/${id}/sessions`, "", { language: "en" });
  await page.goto(`/bots/${id}/sessions`);
  const visitLinks = page.getByRole("link", { name: /^(Aiko|Visitor )/ });
  const expectVisitCount = (expected: number) => expect.poll(() => visitLinks.count()).toBe(expected);
  await expectVisitCount(2);
  await page.getByLabel("State").selectOption("Ended");
  await expectVisitCount(1);
  await page.getByRole("link", { name: /^Aiko/ }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.reload();
  await expectVisitCount(1);
  expect(await page.getByLabel("State").inputValue()).toBe("ended");

  await page.getByLabel("State").selectOption("All states");
  await page.getByLabel("Story", { exact: true }).selectOption("Booking");
  await page.getByLabel("Version").selectOption("Version 1");
  await expectVisitCount(1);
  await expect.poll(() => new URL(page.url()).search).toBe(`?flow_id=${first}&version=1`);
  // A version number belongs to one story. So choosing another story clears the version filter.
  await page.getByLabel("Story", { exact: true }).selectOption("Thanks");
  await page.getByRole("link", { name: /^Aiko/ }).waitFor();
  expect(await page.getByLabel("Version").inputValue()).toBe("");

  await page.getByRole("searchbox", { name: "Search by name" }).fill("Nobody");
  await page.getByText("No visit fits").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all" }).click();
  await expectVisitCount(2);
  await expect.poll(() => new URL(page.url()).search).toBe("");
  // The page ignores unknown filter values in the URL.
  await page.goto(`/bots/${id}/sessions?state=asleep&platform=x&flow_id=y&version=1`);
  await expectVisitCount(2);
});

test("on a phone the story is above the conversation, and a visit that is gone says so", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 390, height: 844 } });
  const { page } = kenji;
  const { id, first } = await createBotWithStories(kenji);
  await postAsVisitor(`/w/${id}/sessions`, "", { language: "en" });
  await page.goto(`/bots/${id}/sessions`);
  await page.getByRole("link", { name: /^Visitor / }).click();
  await findSelectedBlock(page).getByText("Welcome to the salon.").waitFor();
  const [story, conversationPaneBox] = await Promise.all([
    page.locator(".react-flow").boundingBox(),
    page.getByRole("complementary", { name: "Conversation" }).boundingBox(),
  ]);
  expect((story?.y ?? 0) + (story?.height ?? 0)).toBeLessThanOrEqual((conversationPaneBox?.y ?? 0) + 1);
  expect((conversationPaneBox?.y ?? 0) + (conversationPaneBox?.height ?? 0)).toBeLessThanOrEqual(844);

  // The reader's date format applies to days that a visitor picked in a date field. A typed text that looks like a date
  // stays unchanged.
  const createQuestionBlock = (id: string, answerChecks: object) => ({
    id,
    type: "ask",
    answer: answerChecks,
    text: { en: "?" },
    variable_id: id,
    retry: {},
  });
  const blocks = [
    createQuestionBlock("day", { kind: "date", earliest: null, latest: null }),
    createQuestionBlock("code", { kind: "text", minimum: 1, maximum: 100 }),
    { id: "end", type: "end" },
  ];
  const draft = {
    start: "start",
    groups: [createBlockGroup("start", 0, blocks)],
    edges: [],
    variables: [
      { id: "day", name: "day" },
      { id: "code", name: "code" },
    ],
  };
  await kenji.call("PATCH", `/bots/${id}/flows/${first}`, { revision: 1, draft });
  await kenji.call("POST", `/bots/${id}/flows/${first}/publish`, { revision: 2 });
  const { data } = await postAsVisitor(`/w/${id}/sessions`, "", { language: "en" });
  for (const content of ["2026-12-24", "2026-12-25"])
    await postAsVisitor(`/w/${id}/messages`, data.token, { client_id: crypto.randomUUID(), content });
  await page.goto(`/bots/${id}/sessions`);
  await page
    .getByRole("link", { name: /^Visitor / })
    .first()
    .click();
  await page.getByText("Step 1 of").waitFor();
  await page.keyboard.press("End");
  await page.getByRole("cell", { name: "24 Dec 2026" }).first().waitFor();
  await page.getByRole("cell", { name: "2026-12-25" }).first().waitFor();
  await page.getByRole("listitem").getByText("24 Dec 2026").first().waitFor();
  await page.getByRole("listitem").getByText("2026-12-25").first().waitFor();
  await page.goto(`/bots/${id}/sessions/00000000-0000-7000-8000-000000000000`);
  await page.getByRole("heading", { name: "Visit not found" }).waitFor();
});
