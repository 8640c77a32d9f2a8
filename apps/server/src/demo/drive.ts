import { Readable } from "node:stream";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Database } from "../kit/db/database.ts";
import { newId } from "../kit/ids.ts";
import { loadSharp } from "../kit/sharp.ts";
import type { DemoPersonKey } from "./cast.ts";

interface DemoFolder {
  name: string;
  /** The name and the text of each file. If the name ends in `.png`, the demo draws a picture and ignores the text. */
  files: readonly (readonly [name: string, text: string])[];
}

/**
 * The drives of three people, each in the person's own language. An entry with an empty folder name describes the top
 * level of the drive.
 */
const demoDrives: readonly { owner: DemoPersonKey; folders: readonly DemoFolder[] }[] = [
  {
    owner: "aiko",
    folders: [
      {
        name: "さくら予約アプリ",
        files: [
          ["画面設計.png", ""],
          [
            "要件メモ.txt",
            "予約は30分単位。\nキャンセルは前日18時まで無料。\n通知は日本語とベトナム語で送る。\n",
          ],
          ["料金表.csv", "プラン,月額（円）\nライト,3000\nスタンダード,8000\n"],
        ],
      },
      {
        name: "契約書",
        files: [
          [
            "秘密保持契約_控え.txt",
            "第1条（目的）\n本契約は、業務委託に関する秘密情報の取り扱いを定める。\n",
          ],
        ],
      },
      {
        name: "",
        files: [
          ["議事録 2.txt", "次回は金曜日10時から。\n"],
          ["議事録 10.txt", "リリース日を確認する。\n"],
        ],
      },
    ],
  },
  {
    owner: "an",
    folders: [
      {
        name: "Mã nguồn",
        files: [
          [
            "booking.ts",
            "export interface Booking {\n  id: string;\n  startsAt: Date;\n}\n\n/** Half an hour, as the client asked. */\nexport const slotMinutes = 30;\n",
          ],
          ["seed.sql", "insert into rooms (name) values ('Sakura'), ('Sen');\n"],
        ],
      },
      {
        name: "Tài liệu",
        files: [["Ghi chú họp.txt", "Khách hàng muốn huỷ miễn phí đến 18 giờ ngày hôm trước.\n"]],
      },
      { name: "", files: [["Sơ đồ.png", ""]] },
    ],
  },
  {
    owner: "emma",
    folders: [
      {
        name: "Onboarding",
        files: [["Welcome.md", "# Welcome\n\nRead the glossary first, then say hello in the team room.\n"]],
      },
      {
        name: "",
        files: [
          ["Bridge.png", ""],
          ["Holidays.csv", "date,country\n2027-01-01,JP\n2027-02-06,VN\n"],
        ],
      },
    ],
  },
];

/** Draws a picture of a bridge, because the repository contains no picture file for the demo. */
async function drawBridge(): Promise<Buffer> {
  const sharp = await loadSharp();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="#eceefa"/>
    <path d="M150 560 Q600 120 1050 560" fill="none" stroke="#3d4eac" stroke-width="36"/>
    <rect x="120" y="540" width="60" height="140" fill="#171a2b"/><rect x="1020" y="540" width="60" height="140" fill="#171a2b"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Uploads the files into the drives of the demo people. */
export async function seedDrives(
  db: Database,
  { services }: App,
  ids: Readonly<Record<DemoPersonKey, string>>,
): Promise<void> {
  const { drive, files } = services;
  for (const { owner, folders } of demoDrives) {
    const userId = ids[owner];
    for (const { name: folderName, files: folderFiles } of folders) {
      const folderId = folderName === "" ? null : (await drive.createFolder(userId, null, folderName)).id;
      for (const [name, text] of folderFiles) {
        const bytes = name.endsWith(".png") ? await drawBridge() : Buffer.from(text);
        const path = await files.staging.receiveFile(Readable.from([bytes]));
        await files.storeReceivedUpload(userId, { folderId }, { id: newId(), name, path });
      }
    }
  }
  // Each person with a drive also has an empty room for their own notes. The times of these rooms are set to the past,
  // so that room lists show rooms with messages first.
  await sql`update conversations set created_at = now() - interval '1 year', changed_at = now() - interval '1 year',
      last_message_at = now() - interval '1 year'
    where kind = 'MY_CHAT' and last_number = 0`.execute(db.kysely);
}
