import type { MemberStatus } from "@kakehashi/contract/project-membership";
import { sql } from "kysely";
import type { Database } from "../../apps/server/src/kit/db/database.ts";
import { newId } from "../../apps/server/src/kit/ids.ts";
import { foldText, lexemesOf } from "../../apps/server/src/kit/text/fold.ts";

let randomSeed = 20_261_126;
/** Returns a pseudo-random integer from 0 to `upperLimit` - 1 (mulberry32). The sequence is the same in every run. */
export function randomIntegerBelow(upperLimit: number): number {
  randomSeed = (randomSeed + 0x6d2b79f5) | 0;
  let mixedBits = Math.imul(randomSeed ^ (randomSeed >>> 15), randomSeed | 1);
  mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
  return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % upperLimit;
}
export const pickRandom = <T>(list: readonly T[]): T => list[randomIntegerBelow(list.length)] as T;
/**
 * Picks an item of the list. The first items are picked often and the last ones seldom, like the words of a language.
 */
export function pickByRank<T>(list: readonly T[]): T {
  const rank = Math.floor(Math.exp((randomIntegerBelow(1_000_000) / 1_000_000) * Math.log(list.length)));
  return list[Math.min(rank, list.length) - 1] as T;
}

export const sampleSkills =
  "React TypeScript Node.js Java Kotlin Swift Flutter PHP Laravel Go Rust Python Django Vue Angular C# .NET AWS GCP Azure Docker Kubernetes PostgreSQL MySQL Redis GraphQL Figma Unity SAP Salesforce COBOL Elixir".split(
    " ",
  );
export const commonWords = {
  ja: "予約 画面 設計 開発 アプリ 管理 システム 顧客 検索 通知 決済 機能 追加 連携 店舗 在庫 分析 改善 運用 移行".split(
    " ",
  ),
  vi: "dự án ứng dụng quản lý khách hàng đặt lịch bán hàng thanh toán báo cáo kho phần mềm hệ thống thiết kế".split(
    " ",
  ),
  en: "project app booking shop management customer payment report search system design service platform mobile web".split(
    " ",
  ),
};
export type Language = keyof typeof commonWords;
export const languages = ["ja", "vi", "en"] as const;
const consonants = "bcdfghklmnprstv";
const vowels = "aeiou";
const createRandomSyllable = () =>
  consonants.charAt(randomIntegerBelow(consonants.length)) + vowels.charAt(randomIntegerBelow(vowels.length));
/** For each language, 6,000 invented words, each of which few projects contain. */
export const rareWords = Object.fromEntries(
  languages.map((language) => [
    language,
    Array.from({ length: 6_000 }, () =>
      language === "ja"
        ? String.fromCodePoint(0x4e00 + randomIntegerBelow(3_000)) +
          String.fromCodePoint(0x4e00 + randomIntegerBelow(3_000))
        : Array.from({ length: language === "vi" ? 1 : 3 }, createRandomSyllable).join(""),
    ),
  ]),
) as Record<Language, string[]>;

export const pickRandomWord = (language: Language) =>
  randomIntegerBelow(3) === 0 ? pickByRank(commonWords[language]) : pickByRank(rareWords[language]);
export const createRandomText = (language: Language, wordCount: number) =>
  Array.from({ length: wordCount }, () => pickRandomWord(language)).join(language === "ja" ? "" : " ");

export interface FilledDatabase {
  /** The people who read the list: one with many projects, one with few projects, and an admin. */
  readers: { name: string; userId: string; isAdmin: boolean }[];
  categoryIds: string[];
  currencyIds: string[];
}

const projectStatuses = [
  "ACTIVE",
  "WAITING",
  "WAITING_CONFIRM_INVITE",
  "REFUSED_APPLY",
] as const satisfies readonly MemberStatus[];

interface ProjectRow {
  name: string;
  description: string;
  skill: string;
}

/** Inserts projects, with their words for the search. */
async function insertProjects(db: Database, rows: readonly ProjectRow[]): Promise<void> {
  const insertRows = rows.map((row) => ({
    ...row,
    lexemes: lexemesOf(foldText(`${row.name} ${row.description} ${row.skill}`)),
    skill_lexemes: lexemesOf(foldText(row.skill)),
  }));
  await sql`insert into projects (id, host_id, name, description, skill, time, category_id, currency_id, min_cost,
      max_cost, start_date, status, running_since, created_at)
    select id, host_id, name, description, skill, time, category_id, currency_id, min_cost, max_cost, start_date, status,
      running_since, created_at
    from jsonb_to_recordset(${JSON.stringify(insertRows)}::jsonb) as g(id uuid, host_id uuid, name text, description text,
      skill text, time text, category_id uuid, currency_id uuid, min_cost numeric, max_cost numeric, start_date date,
      status text, running_since timestamptz, created_at timestamptz)`.execute(db.kysely);
  await sql`update listed_projects p
    set lexemes = array_to_tsvector(g.lexemes), skill_lexemes = array_to_tsvector(g.skill_lexemes)
    from jsonb_to_recordset(${JSON.stringify(insertRows)}::jsonb) as g(id uuid, lexemes text[], skill_lexemes text[])
    where p.id = g.id`.execute(db.kysely);
}

/** Fills the database with projects. `people` contains 500 people, who host the projects and take part in them. */
export async function fillProjects(
  db: Database,
  people: readonly string[],
  count: number,
): Promise<FilledDatabase> {
  const selectIds = async (table: "categories" | "currencies") =>
    (await db.kysely.selectFrom(table).select("id").execute()).map(({ id }) => id);
  const [categories, currencies] = [await selectIds("categories"), await selectIds("currencies")];
  const [manyProjectsPersonId = "", fewProjectsPersonId = "", ...hostIds] = people;
  // Inserts are faster without the word index, and this bench does not measure inserts. So the index is dropped, and
  // built again afterwards.
  await sql`drop index listed_projects_by_word`.execute(db.kysely);
  for (let insertedCount = 0; insertedCount < count; insertedCount += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const language = pickRandom(languages);
      const minimumBudget = 10 ** (2 + randomIntegerBelow(6)) * (1 + randomIntegerBelow(9));
      const day = randomIntegerBelow(1_000) - 700;
      return {
        id: newId(),
        host_id: pickRandom(hostIds),
        name: createRandomText(language, 3 + randomIntegerBelow(6)),
        description: createRandomText(language, 20 + randomIntegerBelow(250)),
        skill: Array.from({ length: 1 + randomIntegerBelow(6) }, () => pickByRank(sampleSkills)).join(", "),
        time: "3 months",
        category_id: pickRandom(categories),
        currency_id: pickRandom(currencies),
        min_cost: minimumBudget,
        max_cost: minimumBudget * (2 + randomIntegerBelow(5)),
        start_date: new Date(Date.now() + day * 24 * 3600_000).toISOString().slice(0, 10),
        // Old projects are closed (`DEACTIVE`) more often than new ones.
        status:
          randomIntegerBelow(count) < (count - insertedCount) * 0.6
            ? ("DEACTIVE" as const)
            : ("ACTIVE" as const),
        running_since: randomIntegerBelow(3) === 0 ? new Date() : null,
        created_at: new Date(Date.now() - (count - insertedCount - index) * 600_000),
      };
    });
    await insertProjects(db, rows);
    const members = rows.flatMap(({ id, host_id }, index) => [
      { project_id: id, user_id: host_id, status: "ACTIVE" as const, is_host: true },
      ...(randomIntegerBelow(10) === 0
        ? [
            {
              project_id: id,
              user_id: manyProjectsPersonId,
              status: pickRandom(projectStatuses),
              is_host: false,
            },
          ]
        : []),
      ...(index === 0
        ? [
            {
              project_id: id,
              user_id: fewProjectsPersonId,
              status: pickRandom(projectStatuses),
              is_host: false,
            },
          ]
        : []),
      ...hostIds
        .slice(randomIntegerBelow(400), 450)
        .slice(0, 3)
        .filter((user_id) => user_id !== host_id)
        .map((user_id) => ({ project_id: id, user_id, status: pickRandom(projectStatuses), is_host: false })),
    ]);
    await db.kysely
      .insertInto("project_members")
      .values(members.map((member) => ({ id: newId(), ...member })))
      .execute();
  }
  await sql`create index listed_projects_by_word on listed_projects using gin (lexemes, skill_lexemes) with (fastupdate = off)`.execute(
    db.kysely,
  );
  await sql`vacuum analyze`.execute(db.kysely);
  return {
    readers: [
      { name: "with parts in 5,000", userId: manyProjectsPersonId, isAdmin: false },
      { name: "with parts in 50", userId: fewProjectsPersonId, isAdmin: false },
      { name: "an admin", userId: hostIds[0] ?? "", isAdmin: true },
    ],
    categoryIds: categories,
    currencyIds: currencies,
  };
}
