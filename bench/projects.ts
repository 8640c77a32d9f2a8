import { randomUUID } from "node:crypto";
import type { MemberStatus } from "@kakehashi/contract/project-membership";
import { sql } from "kysely";
import {
  listProjects,
  type ProjectFilter,
  storeMissingSearchWords,
} from "../apps/server/src/features/projects/list-store.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporary } from "../apps/server/src/kit/db/temporary.ts";
import { newId } from "../apps/server/src/kit/ids.ts";

// `node bench/projects.ts`: the list of 50,000 projects in three languages, with every filter and mixtures of them, in
// every order. Milliseconds from the question to the page's rows.

const projectCount = Number(process.argv[2] ?? 50_000);
const listingsOfEach = 150;
const limitMs = 30;
const page = { offset: 0, limit: 20 };

let seed = 20_261_126;
/** A random number below `below`. The sequence is the same in every run (mulberry32). */
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
/** The first of the list are picked often, the last seldom, as the words of a language are. */
function pickByRank<T>(list: readonly T[]): T {
  const rank = Math.floor(Math.exp((random(1_000_000) / 1_000_000) * Math.log(list.length)));
  return list[Math.min(rank, list.length) - 1] as T;
}

const skills =
  "React TypeScript Node.js Java Kotlin Swift Flutter PHP Laravel Go Rust Python Django Vue Angular C# .NET AWS GCP Azure Docker Kubernetes PostgreSQL MySQL Redis GraphQL Figma Unity SAP Salesforce COBOL Elixir".split(
    " ",
  );
const common = {
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
type Language = keyof typeof common;
const languages = ["ja", "vi", "en"] as const;
const letters = "bcdfghklmnprstv";
const vowels = "aeiou";
const syllable = () => letters.charAt(random(letters.length)) + vowels.charAt(random(vowels.length));
/** 6,000 rarer words of each language. */
const rare = Object.fromEntries(
  languages.map((language) => [
    language,
    Array.from({ length: 6_000 }, () =>
      language === "ja"
        ? String.fromCodePoint(0x4e00 + random(3_000)) + String.fromCodePoint(0x4e00 + random(3_000))
        : Array.from({ length: language === "vi" ? 1 : 3 }, syllable).join(""),
    ),
  ]),
) as Record<Language, string[]>;

const wordOf = (language: Language) =>
  random(3) === 0 ? pickByRank(common[language]) : pickByRank(rare[language]);
const textOf = (language: Language, words: number) =>
  Array.from({ length: words }, () => wordOf(language)).join(language === "ja" ? "" : " ");

interface Filled {
  /** Somebody with many projects, somebody with few, and an admin. */
  readers: { name: string; userId: string; isAdmin: boolean }[];
  categories: string[];
  currencies: string[];
}

const statuses = [
  "ACTIVE",
  "WAITING",
  "WAITING_CONFIRM_INVITE",
  "REFUSED_APPLY",
] as const satisfies readonly MemberStatus[];

async function fill(db: Database): Promise<Filled> {
  const people = Array.from({ length: 500 }, () => newId());
  await db.kysely
    .insertInto("users")
    .values(
      people.map((id, index) => ({
        id,
        email: `${index}@bench.example`,
        name: `Person ${index}`,
        live_endpoint: randomUUID(),
        confirmed_at: new Date(),
      })),
    )
    .execute();
  const idsOf = async (table: "categories" | "currencies") =>
    (await db.kysely.selectFrom(table).select("id").execute()).map(({ id }) => id);
  const [categories, currencies] = [await idsOf("categories"), await idsOf("currencies")];
  const [busy = "", quiet = "", ...hosts] = people;
  for (let done = 0; done < projectCount; done += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const language = pick(languages);
      const low = 10 ** (2 + random(6)) * (1 + random(9));
      const day = random(1_000) - 700;
      return {
        id: newId(),
        host_id: pick(hosts),
        name: textOf(language, 3 + random(6)),
        description: textOf(language, 20 + random(250)),
        skill: Array.from({ length: 1 + random(6) }, () => pickByRank(skills)).join(", "),
        time: "3 months",
        category_id: pick(categories),
        currency_id: pick(currencies),
        min_cost: low,
        max_cost: low * (2 + random(5)),
        start_date: new Date(Date.now() + day * 24 * 3600_000).toISOString().slice(0, 10),
        // Older projects are more often closed and running.
        status:
          random(projectCount) < (projectCount - done) * 0.6 ? ("DEACTIVE" as const) : ("ACTIVE" as const),
        running_since: random(3) === 0 ? new Date() : null,
        created_at: new Date(Date.now() - (projectCount - done - index) * 600_000),
      };
    });
    await db.kysely.insertInto("projects").values(rows).execute();
    const members = rows.flatMap(({ id, host_id }, index) => [
      { project_id: id, user_id: host_id, status: "ACTIVE" as const, is_host: true },
      ...(random(10) === 0
        ? [{ project_id: id, user_id: busy, status: pick(statuses), is_host: false }]
        : []),
      ...(index === 0 ? [{ project_id: id, user_id: quiet, status: pick(statuses), is_host: false }] : []),
      ...hosts
        .slice(random(400), 450)
        .slice(0, 3)
        .filter((user_id) => user_id !== host_id)
        .map((user_id) => ({ project_id: id, user_id, status: pick(statuses), is_host: false })),
    ]);
    await db.kysely
      .insertInto("project_members")
      .values(members.map((member) => ({ id: newId(), ...member })))
      .execute();
  }
  await storeMissingSearchWords(db.kysely);
  await sql`vacuum analyze`.execute(db.kysely);
  return {
    readers: [
      { name: "with parts in 5,000", userId: busy, isAdmin: false },
      { name: "with parts in 50", userId: quiet, isAdmin: false },
      { name: "an admin", userId: hosts[0] ?? "", isAdmin: true },
    ],
    categories,
    currencies,
  };
}

const sorts = ["newest", "start", "budget"] as const;
type Narrowing = Omit<ProjectFilter, "sort">;

/** What people type: common and rare words, their beginnings, two together, and nothing that is there. */
function searchText(): string {
  const language = pick(languages);
  switch (random(6)) {
    case 0:
      return pick(rare[language]);
    case 1:
      return [...wordOf(language)].slice(0, 2).join("");
    case 2:
      return `${pick(common[language])} ${pick(common[language])}`;
    case 3:
      return [...pick(common[language])].slice(0, 1).join("");
    case 4:
      return `absent${random(1_000)}`;
    default:
      return pick(common[language]);
  }
}

const budget = () => {
  const min = 10 ** (2 + random(6));
  return { min, max: min * (1 + random(10)) };
};

function narrowings({ categories, currencies }: Filled): Record<string, () => Narrowing> {
  return {
    nothing: () => ({}),
    search: () => ({ search: searchText() }),
    skill: () => ({ skill: pick(skills) }),
    category: () => ({ category_id: pick(categories) }),
    "currency and budget": () => ({ currency_id: pick(currencies), ...budget() }),
    status: () => ({ status: pick(["ACTIVE", "DEACTIVE"]) }),
    running: () => ({ running: random(2) === 0 }),
    part: () => ({ part: pick(["host", "joined", "applied", "invited"]) }),
    "search and category": () => ({ search: searchText(), category_id: pick(categories) }),
    "skill, currency and budget": () => ({ skill: pick(skills), currency_id: pick(currencies), ...budget() }),
    everything: () => ({
      search: searchText(),
      skill: pick(skills),
      category_id: pick(categories),
      currency_id: pick(currencies),
      ...budget(),
      running: random(2) === 0,
      status: "ACTIVE",
    }),
    "search in my part": () => ({ search: searchText(), part: "joined" }),
  };
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const cluster = await startTemporary();
try {
  await migrate(cluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
  const db = openDatabase(cluster.url, { max: 4, statementTimeoutMs: 30 * 60_000 });
  const began = performance.now();
  const filled = await fill(db);
  process.stdout.write(
    `${projectCount} projects written in ${Math.round((performance.now() - began) / 1000)} s\n`,
  );
  let failed = false;
  for (const { name, ...reader } of filled.readers) {
    process.stdout.write(`Reader ${name}:\n`);
    for (const [label, narrowing] of Object.entries(narrowings(filled))) {
      const taken: { ms: number; filter: ProjectFilter }[] = [];
      let hits = 0;
      for (let index = 0; index < listingsOfEach; index++) {
        const filter = { ...narrowing(), sort: pick(sorts) };
        const at = performance.now();
        const { projects } = await listProjects(db.kysely, reader, filter, page);
        taken.push({ ms: performance.now() - at, filter });
        if (projects.length > 0) hits++;
      }
      taken.sort((a, b) => a.ms - b.ms);
      const times = taken.map(({ ms }) => ms);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      failed ||= p99 > limitMs;
      const slowest = p99 > limitMs ? `  MISSED, slowest: ${JSON.stringify(taken.at(-1)?.filter)}` : "";
      process.stdout.write(
        `  ${label.padEnd(28)} p50 ${p50.toFixed(1).padStart(5)} ms, p99 ${p99.toFixed(1).padStart(5)} ms (limit ${limitMs}), ${hits} of ${listingsOfEach} found something${slowest}\n`,
      );
    }
  }
  await db.close();
  process.exitCode = failed ? 1 : 0;
} finally {
  await cluster.stop();
}
