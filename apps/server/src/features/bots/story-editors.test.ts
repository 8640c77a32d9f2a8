import { createBotFlow, removeBotFlow } from "@kakehashi/contract/bot-flows";
import { createBot, removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import { type StoryEditorReport, storyEditorDestination } from "@kakehashi/contract/story-editor-reports";
import type { StoryEditorEvent } from "@kakehashi/contract/story-editors";
import { afterEach, beforeAll, expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { listenTo, type StompClient } from "../../test/stomp.ts";
import type { Person } from "../../test/world.ts";

const { server, world } = await openWorld();
const { an, minh, linh, kenji, emma } = world;
const clients: StompClient[] = [];
let url: string;
beforeAll(async () => {
  url = await server.listen();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate();
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

async function open(person: Person): Promise<StompClient> {
  const client = await listenTo(url, person);
  clients.push(client);
  return client;
}

let receiptCount = 0;
async function report(
  client: StompClient,
  story: { bot_id: string; flow_id: string },
  shown: Partial<StoryEditorReport> = {},
): Promise<void> {
  const id = `report-${++receiptCount}`;
  const body = { ...story, is_here: true, cursor: null, selected: null, ...shown };
  client.send(`SEND\ndestination:${storyEditorDestination}\nreceipt:${id}\n\n${JSON.stringify(body)}\0`);
  await client.frame("RECEIPT", ({ headers }) => headers["receipt-id"] === id);
}

const eventsReceivedBy = (client: StompClient): StoryEditorEvent[] =>
  client.frames.flatMap(({ command, body }) => {
    const event = command === "MESSAGE" ? JSON.parse(body) : {};
    return event.type === "BOT_STORY_EDITOR" ? [event] : [];
  });

/** Resolves when the last event that the client got matches `expected`. */
async function waitForEvent(client: StompClient, expected: object): Promise<StoryEditorEvent | undefined> {
  const last = () => eventsReceivedBy(client).at(-1);
  await client.frame("MESSAGE", () => {
    try {
      expect(last()).toMatchObject(expected);
      return true;
    } catch {
      return false;
    }
  });
  return last();
}

const addBotPerson = (story: { bot_id: string }, person: Person, part: "EDITOR" | "AGENT") =>
  kenji.call(setBotPerson, { params: { id: story.bot_id, user_id: person.id }, body: { part } });

test("two editors of a story see where the other points, what is selected there, and that the other has left", async () => {
  const story = await createBotStory();
  await addBotPerson(story, an, "EDITOR");
  const [first, second] = [await open(kenji), await open(an)];
  await report(first, story, { selected: { group_id: "start", block_id: null } });
  await report(second, story, { cursor: { x: 10, y: -20.5 } });
  // An editor who comes later also learns what the earlier editors have selected.
  await waitForEvent(second, { user: { id: kenji.id }, selected: { group_id: "start", block_id: null } });
  const arrivalEvent = await waitForEvent(first, {
    ...story,
    is_here: true,
    user: { id: an.id, name: an.name },
    cursor: { x: 10, y: -20.5 },
  });
  await report(first, story, { selected: { group_id: "start", block_id: "a" } });
  await waitForEvent(second, {
    user: { id: kenji.id },
    selected: { group_id: "start", block_id: "a" },
    cursor: null,
  });
  // No editor gets events about their own pointer or selection.
  expect(eventsReceivedBy(first).every(({ user }) => user.id === an.id)).toBe(true);

  await report(second, story, { is_here: false });
  await waitForEvent(first, {
    editor_id: arrivalEvent?.editor_id,
    is_here: false,
    cursor: null,
    selected: null,
  });
  await report(second, story);
  await waitForEvent(first, { is_here: true });
  second.socket.terminate();
  await waitForEvent(first, { user: { id: an.id }, is_here: false });
});

test("a second window of the same person is an editor of its own, and another story is another canvas", async () => {
  const [story, other] = [await createBotStory(), await createBotStory()];
  const [first, second] = [await open(kenji), await open(kenji)];
  await report(first, story);
  await report(second, story);
  await waitForEvent(first, { user: { id: kenji.id }, is_here: true });
  await report(second, other, { cursor: { x: 1, y: 1 } });
  await waitForEvent(first, { ...story, is_here: false });
  await report(second, other, { cursor: { x: 2, y: 2 } });
  await report(second, story, { cursor: { x: 3, y: 3 } });
  await waitForEvent(first, { is_here: true, cursor: { x: 3, y: 3 } });
  expect(eventsReceivedBy(first).every(({ flow_id }) => flow_id === story.flow_id)).toBe(true);
});

test("only people who may edit the bot report and receive, and no longer than they may", async () => {
  const story = await createBotStory();
  await addBotPerson(story, an, "EDITOR");
  await addBotPerson(story, minh, "AGENT");
  const [owner, editor, agent, stranger, admin] = await Promise.all([kenji, an, minh, linh, emma].map(open));
  if (!owner || !editor || !agent || !stranger || !admin) throw new Error("Not all are connected");
  for (const client of [agent, stranger]) await report(client, story, { cursor: { x: 1, y: 1 } });
  await report(owner, story);
  await report(editor, story);
  await waitForEvent(owner, { user: { id: an.id } });
  await report(admin, story, { cursor: { x: 5, y: 5 } });
  await waitForEvent(owner, { user: { id: emma.id }, cursor: { x: 5, y: 5 } });
  await waitForEvent(editor, { user: { id: emma.id } });
  // The agent and the stranger may not edit the story. They sent their selections first, but no editor received them.
  expect(eventsReceivedBy(owner).map(({ user }) => user.id)).toEqual([an.id, emma.id]);

  expect((await addBotPerson(story, an, "AGENT")).status).toBe(200);
  await waitForEvent(owner, { user: { id: an.id }, is_here: false });
  await waitForEvent(admin, { user: { id: an.id }, is_here: false });
  const before = eventsReceivedBy(editor).length;
  await report(owner, story, { cursor: { x: 9, y: 9 } });
  await waitForEvent(admin, { cursor: { x: 9, y: 9 } });
  await report(editor, story, { cursor: { x: 6, y: 6 } });
  await kenji.call(removeBotPerson, { params: { id: story.bot_id, user_id: an.id } });
  await report(owner, story, { cursor: { x: 8, y: 8 } });
  await waitForEvent(admin, { cursor: { x: 8, y: 8 } });
  expect(eventsReceivedBy(editor)).toHaveLength(before);
  expect(eventsReceivedBy(agent)).toEqual([]);
  expect(eventsReceivedBy(stranger)).toEqual([]);
  expect(eventsReceivedBy(owner).filter(({ user, is_here }) => user.id === an.id && is_here)).toHaveLength(1);
});

test("nobody is an editor of a story that was deleted", async () => {
  const story = await createBotStory();
  const [first, second] = [await open(kenji), await open(emma)];
  await report(second, story);
  await report(first, story);
  await waitForEvent(first, { ...story, user: { id: emma.id } });
  await report(first, story, { is_here: false });
  await waitForEvent(second, { is_here: false });
  await kenji.call(removeBotFlow, { params: { id: story.bot_id, fid: story.flow_id } });
  const other = await createBotStory();
  await report(first, story, { cursor: { x: 1, y: 1 } });
  await report(first, other);
  await report(second, other);
  await waitForEvent(second, { ...other, is_here: true });
  expect(eventsReceivedBy(second).filter(({ cursor }) => cursor)).toEqual([]);
});

test.each([
  ["no JSON", "x"],
  ["a place that is no number", JSON.stringify({ cursor: { x: "1", y: 2 } })],
  ["a field that nobody knows", JSON.stringify({ colour: "red" })],
])("%s is refused", async (_, body) => {
  const client = await open(kenji);
  client.send(`SEND\ndestination:${storyEditorDestination}\n\n${body}\0`);
  const { headers } = await client.frame("ERROR");
  expect(headers.message).toBe("That is no report of a story's editor.");
});
