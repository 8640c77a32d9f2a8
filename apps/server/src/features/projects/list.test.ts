import { beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { foldText, splitIntoPieces } from "../../kit/text/fold.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { ProjectFilter } from "./list-candidates.ts";
import { listProjects, storeMissingSearchWords } from "./list-store.ts";

// The project list uses different queries for readers with few projects and for readers with many. The tests compare
// the results of both queries with a simple check of every project.

const { server, testPeople } = await setUpTestServer();
const { aiko, linh, kenji } = testPeople;

let randomSeed = 20_261_125;
/** Returns a random number below `exclusiveMaximum`. The sequence is the same in every run of the tests (mulberry32). */
function generateRandomBelow(exclusiveMaximum: number): number {
  randomSeed = (randomSeed + 0x6d2b79f5) | 0;
  let mixedSeed = Math.imul(randomSeed ^ (randomSeed >>> 15), randomSeed | 1);
  mixedSeed ^= mixedSeed + Math.imul(mixedSeed ^ (mixedSeed >>> 7), mixedSeed | 61);
  return ((mixedSeed ^ (mixedSeed >>> 14)) >>> 0) % exclusiveMaximum;
}
const pickRandom = <T>(list: readonly T[]): T => list[generateRandomBelow(list.length)] as T;
/**
 * Returns a random entry of the list. Entries near the beginning of the list are returned often, those near the end
 * seldom.
 */
const pickMostlyFirst = <T>(list: readonly T[]): T =>
  list[Math.floor((generateRandomBelow(1_000) / 1_000) ** 3 * list.length)] as T;

const sampleWords =
  "予約管理 システム shop design 画面 đặt lịch customer 在庫 quản lý report 決済 mobile zebra 翻訳".split(
    " ",
  );
const sampleSkills = "React Node.js Java JavaScript C 設計 Go PHP".split(" ");
const listCurrencyAndCategoryIds = async () => {
  const readIds = async (table: "categories" | "currencies") =>
    (await server.db.kysely.selectFrom(table).select("id").orderBy("id").limit(2).execute()).map(
      ({ id }) => id,
    );
  return { categories: await readIds("categories"), currencies: await readIds("currencies") };
};

async function fillDatabase() {
  const { categories, currencies } = await listCurrencyAndCategoryIds();
  const projects = Array.from({ length: 1_250 }, (_, index) => {
    const language = generateRandomBelow(3);
    const minimumCost = 100 * (1 + generateRandomBelow(50));
    return {
      id: newId(),
      host_id: aiko.id,
      name: `${pickMostlyFirst(sampleWords)} ${index}`,
      description: Array.from({ length: 3 + generateRandomBelow(8) }, () =>
        pickMostlyFirst(sampleWords),
      ).join(language === 0 ? "" : " "),
      skill: Array.from({ length: 1 + generateRandomBelow(3) }, () => pickMostlyFirst(sampleSkills)).join(
        ", ",
      ),
      time: "3 months",
      category_id: pickMostlyFirst(categories),
      currency_id: pickMostlyFirst(currencies),
      min_cost: minimumCost,
      max_cost: minimumCost * 2,
      start_date: `2027-0${1 + generateRandomBelow(9)}-01`,
      status: generateRandomBelow(4) === 0 ? ("DEACTIVE" as const) : ("ACTIVE" as const),
      running_since: generateRandomBelow(3) === 0 ? new Date() : null,
      // Many projects have the same creation time, so the order among them depends on their ids.
      created_at: new Date(Date.UTC(2026, 0, 1 + generateRandomBelow(60))),
    };
  });
  // Linh has few projects, Kenji many. So Kenji's list is read in its sort order, with a check of each project.
  const memberRows = projects.flatMap(({ id }) => [
    ...(generateRandomBelow(8) === 0
      ? [{ project_id: id, user_id: linh.id, is_host: generateRandomBelow(4) === 0 }]
      : []),
    ...(generateRandomBelow(10) > 0 ? [{ project_id: id, user_id: kenji.id, is_host: false }] : []),
  ]);
  await server.db.kysely.insertInto("projects").values(projects).execute();
  await server.db.kysely
    .insertInto("project_members")
    .values(memberRows.map((memberRow) => ({ id: newId(), status: "ACTIVE" as const, ...memberRow })))
    .execute();
  await storeMissingSearchWords(server.db.kysely);
  await server.db.pool.query("analyze listed_projects");
  return { projects, parts: memberRows, categories, currencies };
}
type TestData = Awaited<ReturnType<typeof fillDatabase>>;
type ProjectTestRow = TestData["projects"][number];

/** Checks without the database whether a text contains the search words. */
function containsTerms(text: string, search: string): boolean {
  const foldedText = foldText(text);
  const foldedWords = splitIntoPieces(foldedText).map((textPiece) => textPiece.text);
  const terms = [...search.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quotedText, word]) => ({
    text: foldText(quotedText ?? word ?? ""),
    isWord: quotedText === undefined && /^[a-z]+$/.test(foldText(word ?? "")),
  }));
  return terms.every(({ text: term, isWord }) =>
    isWord
      ? foldedWords.some((word) =>
          terms.length === 1 && term.length === 1 ? word === term : word.startsWith(term),
        )
      : foldedText.includes(term),
  );
}

const comparatorsBySort = {
  newest: (a: ProjectTestRow, b: ProjectTestRow) => +b.created_at - +a.created_at || (a.id < b.id ? 1 : -1),
  start: (a: ProjectTestRow, b: ProjectTestRow) =>
    a.start_date.localeCompare(b.start_date) || (a.id < b.id ? -1 : 1),
  budget: (a: ProjectTestRow, b: ProjectTestRow) => b.max_cost - a.max_cost || (a.id < b.id ? 1 : -1),
};

function computeExpectedIds(
  { projects, parts }: TestData,
  reader: { userId: string; isAdmin: boolean },
  filter: ProjectFilter,
): string[] {
  const memberships = new Map(
    parts
      .filter(({ user_id }) => user_id === reader.userId)
      .map((memberRow) => [memberRow.project_id, memberRow]),
  );
  return projects
    .filter(
      (row) =>
        (row.status === "ACTIVE" || reader.isAdmin || memberships.has(row.id)) &&
        (!filter.status || row.status === filter.status) &&
        (!filter.category_id || row.category_id === filter.category_id) &&
        (!filter.currency_id || row.currency_id === filter.currency_id) &&
        (filter.min === undefined || row.max_cost >= filter.min) &&
        (filter.max === undefined || row.min_cost <= filter.max) &&
        (filter.running === undefined || (row.running_since !== null) === filter.running) &&
        (!filter.part || memberships.get(row.id)?.is_host === (filter.part === "host")) &&
        (!filter.search || containsTerms(`${row.name} ${row.description} ${row.skill}`, filter.search)) &&
        (!filter.skill || containsTerms(row.skill, filter.skill)),
    )
    .sort(comparatorsBySort[filter.sort])
    .map(({ id }) => id);
}

function generateRandomFilter({ categories, currencies }: TestData): ProjectFilter {
  const searchTextGenerators = [
    () => pickMostlyFirst(sampleWords),
    () => `${pickMostlyFirst(sampleWords)} ${pickMostlyFirst(sampleWords)}`,
    () => `${pickMostlyFirst(sampleWords)} ${pickMostlyFirst(sampleWords)} ${pickMostlyFirst(sampleWords)}`,
    () => [...pickRandom(sampleWords)].slice(0, 1 + generateRandomBelow(2)).join(""),
    () => `"${pickMostlyFirst(sampleWords)} ${pickMostlyFirst(sampleWords)}"`,
    () => "nothing of this",
  ];
  const generateOrOmit = <T>(value: () => T, meanCallsPerValue = 3): T | undefined =>
    generateRandomBelow(meanCallsPerValue) === 0 ? value() : undefined;
  return {
    sort: pickRandom(["newest", "start", "budget"]),
    search: generateOrOmit(() => pickRandom(searchTextGenerators)(), 2),
    skill: generateOrOmit(() => pickRandom([...sampleSkills, "java script", "no", "設"])),
    category_id: generateOrOmit(() => pickRandom(categories)),
    currency_id: generateOrOmit(() => pickRandom(currencies)),
    min: generateOrOmit(() => 100 * generateRandomBelow(60)),
    max: generateOrOmit(() => 100 * generateRandomBelow(60)),
    running: generateOrOmit(() => generateRandomBelow(2) === 0, 4),
    status: generateOrOmit(() => pickRandom(["ACTIVE", "DEACTIVE"] as const)),
    part: generateOrOmit(() => pickRandom(["host", "joined"] as const), 5),
  };
}

let testData: TestData;
beforeAll(async () => {
  testData = await fillDatabase();
}, 60_000);

test("any mixture of filters finds the same projects as a check of every project, in the same order", async () => {
  const readers = [
    { userId: linh.id, isAdmin: false },
    { userId: kenji.id, isAdmin: false },
    { userId: aiko.id, isAdmin: true },
  ];
  for (let round = 0; round < 150; round++) {
    const [reader, filter] = [pickRandom(readers), generateRandomFilter(testData)];
    const page = { offset: pickRandom([0, 0, 0, 20, 190, 400]), limit: 20 };
    const expectedIds = computeExpectedIds(testData, reader, filter);
    const foundProjects = await listProjects(server.db.kysely, reader, filter, page);
    expect(
      { ids: foundProjects.projects.map(({ id }) => id), total: foundProjects.total },
      JSON.stringify({ filter, page, reader }),
    ).toEqual({
      ids: expectedIds.slice(page.offset, page.offset + page.limit),
      total: Math.min(expectedIds.length, Math.max(201, page.offset + page.limit + 1)),
    });
  }
}, 60_000);

test("the words of a project stand outside of its row in the list, also after they have changed", async () => {
  await server.db.pool.query(
    "update listed_projects set lexemes = lexemes || 'changed'::tsvector, skill_lexemes = skill_lexemes || 'changed'::tsvector",
  );
  const { rows } = await server.db.pool.query(
    "select count(*)::int as wide from listed_projects where pg_column_toast_chunk_id(lexemes) is null",
  );
  expect(rows).toEqual([{ wide: 0 }]);
});
