import { randomUUID } from "node:crypto";
import { maximumMessageCodeUnits } from "@kakehashi/contract/message-text";
import { callApi, type FloodTarget, type PrepareFlood, sendInParallel } from "./flood.ts";

const requestsPerPerson = 8;
const roomCount = 120;

const getFirstPersonToken = ({ workspace }: FloodTarget): string => workspace.people[0]?.token ?? "";

/** A signed-in person stores drafts of the maximum length in many rooms, and lists the drafts again and again. */
export const writeDrafts: PrepareFlood = async (flood) => {
  const ids: string[] = [];
  while (ids.length < roomCount) ids.push(await flood.workspace.createRoom(2));
  const content = "漢".repeat(maximumMessageCodeUnits);
  return (endTimeMs) =>
    sendInParallel(requestsPerPerson, endTimeMs, (requestNumber) =>
      requestNumber % 2 === 0
        ? callApi(
            flood,
            getFirstPersonToken(flood),
            "POST",
            `/conversations/${ids[requestNumber % roomCount]}/draft`,
            {
              content,
            },
          )
        : callApi(flood, getFirstPersonToken(flood), "GET", "/drafts?paging=100"),
    );
};

/** A signed-in person creates groups with strangers, mentions everybody in a room, and searches for people. */
export const createGroupsMentionAndSearch: PrepareFlood = async (flood) => {
  const room = await flood.workspace.createRoom(50);
  const otherIds = flood.workspace.people.slice(1, 50).map(({ id }) => id);
  const mentions = otherIds.slice(0, 20).map((id) => `@[Person](${id})`);
  const actions: ((requestNumber: number) => Promise<number>)[] = [
    () =>
      callApi(flood, getFirstPersonToken(flood), "POST", "/conversations", {
        kind: "GROUP",
        name: "flood",
        user_ids: otherIds,
      }),
    () =>
      callApi(flood, getFirstPersonToken(flood), "POST", `/conversations/${room}/messages`, {
        client_id: randomUUID(),
        content: mentions.join(" "),
      }),
    (requestNumber) =>
      callApi(flood, getFirstPersonToken(flood), "GET", `/search/people?q=${requestNumber % 100}`),
    (requestNumber) =>
      callApi(flood, getFirstPersonToken(flood), "GET", `/search?q=flood%20${requestNumber % 100}`),
    (requestNumber) =>
      callApi(flood, getFirstPersonToken(flood), "GET", `/users?search=Person%20${requestNumber % 100}`),
  ];
  return (endTimeMs) =>
    sendInParallel(
      requestsPerPerson,
      endTimeMs,
      (requestNumber) => actions[requestNumber % actions.length]?.(requestNumber) ?? Promise.resolve(0),
    );
};

/**
 * Texts that attack the search for links: links that would make a simple regular expression very slow, hundreds of
 * links at once, and links into the server's own network.
 */
const slowLinkTexts = [
  `http://a${".".repeat(9_000)}`,
  `https://${"a.".repeat(4_500)}`,
  `${"http://".repeat(1_400)}`,
  `https://a.invalid/${"(".repeat(9_000)}`,
  Array.from({ length: 400 }, (_, index) => `https://host-${index}.invalid/`).join(" "),
  "http://127.0.0.1/ http://[::7f00:1]/ http://169.254.169.254/latest/meta-data http://0x7f.1/",
];

/** A signed-in person sends messages whose links are slow to find or lead nowhere. */
export const sendHostileLinks: PrepareFlood = async (flood) => {
  const room = await flood.workspace.createRoom(10);
  return (endTimeMs) =>
    sendInParallel(requestsPerPerson, endTimeMs, (requestNumber) =>
      callApi(flood, getFirstPersonToken(flood), "POST", `/conversations/${room}/messages`, {
        client_id: randomUUID(),
        content: slowLinkTexts[requestNumber % slowLinkTexts.length],
      }),
    );
};

/** A signed-in person edits a long message again and again, and reads its earlier versions. */
export const editAndReadRevisions: PrepareFlood = async (flood) => {
  const room = await flood.workspace.createRoom(10);
  const token = getFirstPersonToken(flood);
  const response = await fetch(`${flood.url}/api/conversations/${room}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ client_id: randomUUID(), content: "first" }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const path = `/conversations/${room}/messages/${data.id}`;
  return (endTimeMs) =>
    sendInParallel(requestsPerPerson, endTimeMs, (requestNumber) =>
      requestNumber % 2 === 0
        ? callApi(flood, token, "PATCH", path, { content: `${requestNumber}`.padEnd(5_000, "漢") })
        : callApi(flood, token, "GET", `${path}/revisions?paging=100`),
    );
};

const multipartBoundary = "flood";
const createFilePart = (name: string, content: string) =>
  `--${multipartBoundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${content}\r\n`;
/** Malformed file uploads: without an end, without a part, with endless headers, or with a thousand parts. */
const malformedUploads = [
  createFilePart("unfinished.txt", "x".repeat(200_000)),
  `--${multipartBoundary}--`,
  `--${multipartBoundary}\r\n${"x-header: y\r\n".repeat(10_000)}`,
  `${Array.from({ length: 1_000 }, (_, index) => createFilePart(`${index}.txt`, "x")).join("")}--${multipartBoundary}--`,
];

/** A signed-in person sends malformed file uploads. */
export const sendMalformedForms: PrepareFlood = async (flood) => {
  const room = await flood.workspace.createRoom(10);
  return (endTimeMs) =>
    sendInParallel(requestsPerPerson, endTimeMs, async (requestNumber) => {
      const response = await fetch(`${flood.url}/api/conversations/${room}/files`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${getFirstPersonToken(flood)}`,
          "content-type": `multipart/form-data; boundary=${multipartBoundary}`,
        },
        body: malformedUploads[requestNumber % malformedUploads.length] ?? "",
      });
      await response.arrayBuffer();
      return response.status;
    });
};
