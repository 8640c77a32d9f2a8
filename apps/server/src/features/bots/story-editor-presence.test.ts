import { createBotFlow, removeBotFlow } from "@kakehashi/contract/bot-flows";
import { createBot, removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import { type StoryEditorReport, storyEditorDestination } from "@kakehashi/contract/story-editor-reports";
import type { StoryEditorEvent } from "@kakehashi/contract/story-editors";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { an, minh, linh, kenji, emma } = testPeople;
const openClients: StompClient[] = [];
let serverUrl: string;
beforeAll(async () => {
  serverUrl = await server.listen();
});
afterEach(() => {
  for (const client of openClients.splice(0)) client.socket.terminate();
});

async function createBotStory(): Promise<{ bot_id: string; flow_id: string }> {
  const { data: bot } = await kenji.call(createBot, {
    body: { name: "Salon", languages: ["en"], platforms: ["WEB"] },
  });
  const { data: story } = await kenji.call(createBotFlow, {
    params: { id: bot.id },
    body: { name: "Booking" },
  });
  return { bot_id: bot.id, flow_id: story.id };
}

async function openClient(person: TestPerson): Promise<StompClient> {
  const client = await connectAndSubscribe(serverUrl, person);
  openClients.push(client);
  return client;
}

let receiptCount = 0;
async function reportEditing(
  client: StompClient,
  story: { bot_id: string; flow_id: string },
  reportFields: Partial<StoryEditorReport> = {},
): Promise<void> {
  const id = `report-${++receiptCount}`;
  const body = { ...story, is_here: true, cursor: null, selected: null, ...reportFields };
  client.send(`SEND\ndestination:${storyEditorDestination}\nreceipt:${id}\n\n${JSON.stringify(body)}\0`);
  await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === id);
}

const listEventsOfClient = (client: StompClient): StoryEditorEvent[] =>
  client.frames.flatMap(({ command, body }) => {
    const event = command === "MESSAGE" ? JSON.parse(body) : {};
    return event.type === "BOT_STORY_EDITOR" ? [event] : [];
  });

/** Resolves when the last event that the client got matches `expectedEvent`. */
async function waitForEvent(
  client: StompClient,
  expectedEvent: object,
): Promise<StoryEditorEvent | undefined> {
  const findLastEvent = () => listEventsOfClient(client).at(-1);
  await client.waitForFrame("MESSAGE", () => {
    try {
      expect(findLastEvent()).toMatchObject(expectedEvent);
      return true;
    } catch {
      return false;
    }
  });
  return findLastEvent();
}

const addBotPerson = (story: { bot_id: string }, person: TestPerson, botRole: "EDITOR" | "AGENT") =>
  kenji.call(setBotPerson, { params: { id: story.bot_id, user_id: person.id }, body: { part: botRole } });

test("two editors of a story see where the other points, what is selected there, and that the other has left", async () => {
  const story = await createBotStory();
  await addBotPerson(story, an, "EDITOR");
  const [firstClient, secondClient] = [await openClient(kenji), await openClient(an)];
  await reportEditing(firstClient, story, { selected: { group_id: "start", block_id: null } });
  await reportEditing(secondClient, story, { cursor: { x: 10, y: -20.5 } });
  // An editor who comes later also learns what the earlier editors have selected.
  await waitForEvent(secondClient, {
    user: { id: kenji.id },
    selected: { group_id: "start", block_id: null },
  });
  const editorArrivalEvent = await waitForEvent(firstClient, {
    ...story,
    is_here: true,
    user: { id: an.id, name: an.name },
    cursor: { x: 10, y: -20.5 },
  });
  await reportEditing(firstClient, story, { selected: { group_id: "start", block_id: "a" } });
  await waitForEvent(secondClient, {
    user: { id: kenji.id },
    selected: { group_id: "start", block_id: "a" },
    cursor: null,
  });
  // No editor gets events about their own pointer or selection.
  expect(listEventsOfClient(firstClient).every(({ user }) => user.id === an.id)).toBe(true);

  await reportEditing(secondClient, story, { is_here: false });
  await waitForEvent(firstClient, {
    editor_id: editorArrivalEvent?.editor_id,
    is_here: false,
    cursor: null,
    selected: null,
  });
  await reportEditing(secondClient, story);
  await waitForEvent(firstClient, { is_here: true });
  secondClient.socket.terminate();
  await waitForEvent(firstClient, { user: { id: an.id }, is_here: false });
});

test("a second window of the same person is an editor of its own, and another story is another canvas", async () => {
  const [story, otherStory] = [await createBotStory(), await createBotStory()];
  const [firstClient, secondClient] = [await openClient(kenji), await openClient(kenji)];
  await reportEditing(firstClient, story);
  await reportEditing(secondClient, story);
  await waitForEvent(firstClient, { user: { id: kenji.id }, is_here: true });
  await reportEditing(secondClient, otherStory, { cursor: { x: 1, y: 1 } });
  await waitForEvent(firstClient, { ...story, is_here: false });
  await reportEditing(secondClient, otherStory, { cursor: { x: 2, y: 2 } });
  await reportEditing(secondClient, story, { cursor: { x: 3, y: 3 } });
  await waitForEvent(firstClient, { is_here: true, cursor: { x: 3, y: 3 } });
  expect(listEventsOfClient(firstClient).every(({ flow_id }) => flow_id === story.flow_id)).toBe(true);
});

test("only people who may edit the bot report and receive, and no longer than they may", async () => {
  const story = await createBotStory();
  await addBotPerson(story, an, "EDITOR");
  await addBotPerson(story, minh, "AGENT");
  const [owner, editor, agent, stranger, admin] = await Promise.all(
    [kenji, an, minh, linh, emma].map(openClient),
  );
  if (!owner || !editor || !agent || !stranger || !admin) throw new Error("Not all are connected");
  for (const client of [agent, stranger]) await reportEditing(client, story, { cursor: { x: 1, y: 1 } });
  await reportEditing(owner, story);
  await reportEditing(editor, story);
  await waitForEvent(owner, { user: { id: an.id } });
  await reportEditing(admin, story, { cursor: { x: 5, y: 5 } });
  await waitForEvent(owner, { user: { id: emma.id }, cursor: { x: 5, y: 5 } });
  await waitForEvent(editor, { user: { id: emma.id } });
  // The agent and the stranger may not edit the story. They sent their selections first, but no editor received them.
  expect(listEventsOfClient(owner).map(({ user }) => user.id)).toEqual([an.id, emma.id]);

  expect((await addBotPerson(story, an, "AGENT")).status).toBe(200);
  await waitForEvent(owner, { user: { id: an.id }, is_here: false });
  await waitForEvent(admin, { user: { id: an.id }, is_here: false });
  const eventCountBefore = listEventsOfClient(editor).length;
  await reportEditing(owner, story, { cursor: { x: 9, y: 9 } });
  await waitForEvent(admin, { cursor: { x: 9, y: 9 } });
  await reportEditing(editor, story, { cursor: { x: 6, y: 6 } });
  await kenji.call(removeBotPerson, { params: { id: story.bot_id, user_id: an.id } });
  await reportEditing(owner, story, { cursor: { x: 8, y: 8 } });
  await waitForEvent(admin, { cursor: { x: 8, y: 8 } });
  expect(listEventsOfClient(editor)).toHaveLength(eventCountBefore);
  expect(listEventsOfClient(agent)).toEqual([]);
  expect(listEventsOfClient(stranger)).toEqual([]);
  expect(listEventsOfClient(owner).filter(({ user, is_here }) => user.id === an.id && is_here)).toHaveLength(
    1,
  );
});

test("nobody is an editor of a story that was deleted", async () => {
  const story = await createBotStory();
  const [firstClient, secondClient] = [await openClient(kenji), await openClient(emma)];
  await reportEditing(secondClient, story);
  await reportEditing(firstClient, story);
  await waitForEvent(firstClient, { ...story, user: { id: emma.id } });
  await reportEditing(firstClient, story, { is_here: false });
  await waitForEvent(secondClient, { is_here: false });
  await kenji.call(removeBotFlow, { params: { id: story.bot_id, fid: story.flow_id } });
  const otherStory = await createBotStory();
  await reportEditing(firstClient, story, { cursor: { x: 1, y: 1 } });
  await reportEditing(firstClient, otherStory);
  await reportEditing(secondClient, otherStory);
  await waitForEvent(secondClient, { ...otherStory, is_here: true });
  expect(listEventsOfClient(secondClient).filter(({ cursor }) => cursor)).toEqual([]);
});

test.each([
  ["no JSON", "x"],
  ["a place that is no number", JSON.stringify({ cursor: { x: "1", y: 2 } })],
  ["a field that nobody knows", JSON.stringify({ colour: "red" })],
])("%s is refused", async (_, body) => {
  const client = await openClient(kenji);
  client.send(`SEND\ndestination:${storyEditorDestination}\n\n${body}\0`);
  const { headers } = await client.waitForFrame("ERROR");
  expect(headers.message).toBe("That is no report of a story's editor.");
});
