import { randomUUID } from "node:crypto";
import { maximumMessageUnits } from "@kakehashi/contract/messages";
import { type Aim, call, type PrepareFlood, repeat } from "./flood.ts";

const lanes = 8;
const rooms = 120;

const first = ({ stage }: Aim): string => stage.people[0]?.token ?? "";

/** One person writes the longest drafts into many rooms, and lists them again and again. */
export const drafts: PrepareFlood = async (aim) => {
  const ids: string[] = [];
  while (ids.length < rooms) ids.push(await aim.stage.openRoom(2));
  const content = "漢".repeat(maximumMessageUnits);
  return (until) =>
    repeat(lanes, until, (turn) =>
      turn % 2 === 0
        ? call(aim, first(aim), "POST", `/conversations/${ids[turn % rooms]}/draft`, { content })
        : call(aim, first(aim), "GET", "/drafts?paging=100"),
    );
};

/** One person starts groups with strangers, mentions everybody of a room, and looks for people. */
export const groupsMentionsSearches: PrepareFlood = async (aim) => {
  const room = await aim.stage.openRoom(50);
  const others = aim.stage.people.slice(1, 50).map(({ id }) => id);
  const mentions = others.slice(0, 20).map((id) => `@[Person](${id})`);
  const acts: ((turn: number) => Promise<number>)[] = [
    () => call(aim, first(aim), "POST", "/conversations", { kind: "GROUP", name: "flood", user_ids: others }),
    () =>
      call(aim, first(aim), "POST", `/conversations/${room}/messages`, {
        client_id: randomUUID(),
        content: mentions.join(" "),
      }),
    (turn) => call(aim, first(aim), "GET", `/search/people?q=${turn % 100}`),
    (turn) => call(aim, first(aim), "GET", `/search?q=flood%20${turn % 100}`),
    (turn) => call(aim, first(aim), "GET", `/users?search=Person%20${turn % 100}`),
  ];
  return (until) => repeat(lanes, until, (turn) => acts[turn % acts.length]?.(turn) ?? Promise.resolve(0));
};

/** Texts that are slow for a naive search for links. */
const hostile = [
  `http://a${".".repeat(9_000)}`,
  `https://${"a.".repeat(4_500)}`,
  `${"http://".repeat(1_400)}`,
  `https://a.invalid/${"(".repeat(9_000)}`,
  Array.from({ length: 400 }, (_, index) => `https://host-${index}.invalid/`).join(" "),
  "http://127.0.0.1/ http://[::7f00:1]/ http://169.254.169.254/latest/meta-data http://0x7f.1/",
];

/** One person sends messages whose links are hard to read or lead nowhere. */
export const hostileLinks: PrepareFlood = async (aim) => {
  const room = await aim.stage.openRoom(10);
  return (until) =>
    repeat(lanes, until, (turn) =>
      call(aim, first(aim), "POST", `/conversations/${room}/messages`, {
        client_id: randomUUID(),
        content: hostile[turn % hostile.length],
      }),
    );
};
