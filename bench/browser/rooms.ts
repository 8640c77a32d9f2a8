import { randomUUID } from "node:crypto";
import { openDatabase } from "../../apps/server/src/kit/db/database.ts";
import { newId } from "../../apps/server/src/kit/ids.ts";
import { loadSharp } from "../../apps/server/src/kit/sharp.ts";
import type { BenchPerson, BenchWorkspace } from "../stage.ts";

const sampleSentences = [
  "The deploy to staging is done. Could you check the login page once more before the demo at three?",
  "Dạ, em vừa sửa xong lỗi ở màn hình đăng nhập, chị kiểm tra lại giúp em nhé.",
  "お疲れさまです。ログイン画面の修正を確認しました。明日のデモまでに翻訳もお願いできますか。",
] as const;
const sampleLanguages = ["en", "vi", "ja"] as const;
const linkPreview = {
  url: "https://docs.example/booking",
  title: "Booking: how a day's free places are found",
  description:
    "What a shop sees of a day, where its places come from, and what happens when two guests take one.",
  site_name: "docs.example",
  image: null,
};

export interface BenchRooms {
  /** The id of the large room. Its messages have mixed lengths, three languages, pictures and previews. */
  readonly largeRoom: string;
  /** The ids of the small rooms between which the bench switches. */
  readonly smallRooms: readonly string[];
  /** The id of each room's newest message, by the room's id. */
  readonly newestMessageIdByRoom: ReadonlyMap<string, string>;
}

/** Creates one large room with `size` messages, and `count` small rooms. All people are members of every room. */
export async function insertRooms(
  workspace: BenchWorkspace,
  url: string,
  size: number,
  count: number,
): Promise<BenchRooms> {
  const largeRoom = await workspace.createRoom(workspace.people.length);
  const smallRooms: string[] = [];
  while (smallRooms.length < count) smallRooms.push(await workspace.createRoom(workspace.people.length));
  const db = openDatabase(workspace.databaseUrl, { maximumConnections: 1 });
  try {
    await db.pool.query("update users set account_type = 'PERSONAL'");
    const pictures = await sendPictures(workspace, url, largeRoom);
    const newestMessageIds = new Map<string, string>();
    for (const [roomIndex, room] of [largeRoom, ...smallRooms].entries()) {
      const rows = createMessageRows(
        workspace.people,
        room === largeRoom ? size : 80,
        room === largeRoom ? pictures : [],
      );
      newestMessageIds.set(room, rows.at(-1)?.id ?? "");
      const offset = room === largeRoom ? 1 : 0;
      await db.pool.query(
        `insert into messages
           (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language, created_at, files, previews)
         select $1, id, number + $3, number + $3, number + $3, author, gen_random_uuid(), content, language,
           now() - (interval '1 minute' * $4) + (interval '20 seconds' * number), files, previews
         from jsonb_to_recordset($2::jsonb) as t(id uuid, number bigint, author uuid, content text, language text,
           files jsonb, previews jsonb)`,
        [room, JSON.stringify(rows), offset, rows.length],
      );
      const lastNumber = rows.length + offset;
      await db.pool.query(
        "update conversations set name = $2, last_seq = $3, last_number = $3 where id = $1",
        [room, roomIndex === 0 ? "Large room" : `Room ${roomIndex}`, lastNumber],
      );
      // The reader has read all messages, so each room opens at its newest message.
      await db.pool.query(
        "update conversation_members set read_number = $2, read_high = $2 where conversation_id = $1",
        [room, lastNumber],
      );
    }
    await db.pool.query("vacuum analyze");
    return { largeRoom, smallRooms, newestMessageIdByRoom: newestMessageIds };
  } finally {
    await db.close();
  }
}

function createMessageRows(people: readonly BenchPerson[], size: number, pictures: readonly object[]) {
  return Array.from({ length: size }, (_, index) => {
    const number = index + 1;
    const languageIndex = index % 3;
    const repetitions = number % 17 === 0 ? 12 : number % 5 === 0 ? 4 : 1;
    const text = Array.from({ length: repetitions }, () => sampleSentences[languageIndex]).join(
      repetitions > 4 ? "\n" : " ",
    );
    const extraText =
      number % 29 === 0 ? "\n```ts\nconst places = await free(day);\n```\n- **one**\n- two" : "";
    return {
      id: newId(),
      number,
      // One person after the other writes two or three messages in a row.
      author: people[Math.floor(index / 2.5) % people.length]?.id,
      content: `(${number}) ${text}${extraText}`,
      language: sampleLanguages[languageIndex],
      files: number % 21 === 0 && pictures.length > 0 ? [pictures[(number / 21) % pictures.length]] : null,
      previews: number % 31 === 0 ? [linkPreview] : null,
    };
  });
}

/** Sends one message with pictures of several aspect ratios. Returns the server's descriptions of the pictures. */
async function sendPictures(
  workspace: BenchWorkspace,
  url: string,
  room: string,
): Promise<readonly object[]> {
  const sharp = await loadSharp();
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.set("content", "pictures");
  for (const [width, height] of [
    [1200, 800],
    [800, 1200],
    [300, 200],
    [1600, 500],
  ] as const) {
    const noiseOptions = { type: "gaussian", mean: 120, sigma: 40 } as const;
    const bytes = await sharp({
      create: { width, height, channels: 3, background: "#888", noise: noiseOptions },
    })
      .jpeg()
      .toBuffer();
    form.append("files", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), `${width}.jpg`);
  }
  const response = await fetch(`${url}/api/conversations/${room}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${workspace.people[0]?.token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The pictures were refused: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { files: object[] } };
  return data.files;
}
