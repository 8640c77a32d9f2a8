import { sql } from "kysely";
import type { Database } from "../kit/db/database.ts";
import { newId } from "../kit/ids.ts";
import type { DemoPersonKey } from "./cast.ts";

interface DemoProfile {
  first_name: string;
  last_name: string;
  address: string;
  phone: string;
  description: string;
  /** The person's categories, as positions (from 1) in the list of all categories. */
  categories: readonly number[];
}

/** The demo people with accepted profiles. Oliver has none, because he has just signed up. */
const demoProfiles: Partial<Record<DemoPersonKey, DemoProfile>> = {
  aiko: {
    first_name: "愛子",
    last_name: "田中",
    address: "東京都台東区浅草1-2-3",
    phone: "+81 3-0000-1234",
    description: "美容室「さくら」の予約をもっと簡単にするアプリを作っています。",
    categories: [2, 4],
  },
  an: {
    first_name: "Văn An",
    last_name: "Nguyễn",
    address: "12 Lý Thường Kiệt, Hà Nội",
    phone: "+84 24 0000 1234",
    description: "Lập trình viên web, 6 năm kinh nghiệm với React và Node.js.",
    categories: [1, 2],
  },
  linh: {
    first_name: "Thùy Linh",
    last_name: "Phạm",
    address: "45 Lê Lợi, Đà Nẵng",
    phone: "+84 236 0000 123",
    description: "Phiên dịch viên Nhật – Việt, chuyên về phần mềm.",
    categories: [12],
  },
  kenji: {
    first_name: "健司",
    last_name: "佐藤",
    address: "横浜市西区みなとみらい2-1",
    phone: "+81 45-000-1234",
    description: "日本とベトナムの間で要件をまとめるブリッジSEです。",
    categories: [4, 5],
  },
};

export async function seedProfiles(
  db: Database,
  ids: Readonly<Record<DemoPersonKey, string>>,
): Promise<void> {
  for (const [key, profile] of Object.entries(demoProfiles)) {
    const { categories, ...columns } = profile;
    const id = newId();
    const acceptedColumns = { status: "ACCEPTED" as const, requested_at: new Date(), decided_at: new Date() };
    await db.kysely
      .insertInto("profiles")
      .values({ id, user_id: ids[key as DemoPersonKey], ...columns, ...acceptedColumns })
      .execute();
    await sql`insert into profile_categories (profile_id, category_id)
      select ${id}, id from categories where position = any(${categories}::int[])`.execute(db.kysely);
  }
}
