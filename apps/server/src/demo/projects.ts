import type { MemberEvent } from "@kakehashi/contract/project-membership";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Person } from "../features/milestones/service.ts";
import type { Database } from "../kit/db/database.ts";
import { type DemoKey, demoPeople } from "./cast.ts";

interface DemoProject {
  name: string;
  description: string;
  skill: string;
  time: string;
  /** Positions in the lists of categories and currencies, from 1. */
  category: number;
  currency: string;
  costs: readonly [min: number, max: number];
  /** Days from today, before or after it. */
  created: number;
  starts: number;
  /** What each person does in the project, in this order. */
  steps: readonly (readonly [DemoKey, ...MemberEvent[]])[];
  /** Why the client refused, or was refused. */
  reason?: string;
  runs?: true;
  closed?: true;
  /** Title, day from today, and whether it is done. */
  milestones?: readonly (readonly [title: string, due: number, done?: true])[];
}

const host = "aiko" satisfies DemoKey;

/** Projects in every state, with members in every status. */
const projects: readonly DemoProject[] = [
  {
    name: "さくら予約アプリ",
    description:
      "美容室「さくら」の予約を、電話ではなくスマートフォンで受け付けるアプリを作ります。\n\n・お客様：空き時間の検索、予約、変更、取り消し\n・スタッフ：シフトと予約の管理、お知らせの送信\n・水曜は定休日、年末年始は休業です\n\n画面は日本語、開発チームとのやり取りは日本語とベトナム語です。",
    skill: "TypeScript, React, PostgreSQL",
    time: "4か月",
    category: 2,
    currency: "JPY",
    costs: [3_000_000, 4_500_000],
    created: -45,
    starts: -30,
    steps: [
      ["an", "apply", "accept", "confirm"],
      ["linh", "invite", "agree"],
      ["kenji", "invite", "agree"],
    ],
    runs: true,
    milestones: [
      ["画面設計の確定", -21, true],
      ["予約カレンダー", -7, true],
      ["支払い画面", -2],
      ["スタッフ用の管理画面", 12],
      ["公開", 40],
    ],
  },
  {
    name: "在庫管理の画面を新しく",
    description:
      "表計算で管理している化粧品の在庫を、ブラウザーで扱えるようにします。入出庫の記録、発注点のお知らせ、月末の棚卸しが必要です。",
    skill: "Vue または React、Node.js",
    time: "2〜3か月",
    category: 4,
    currency: "JPY",
    costs: [1_200_000, 2_000_000],
    created: -6,
    starts: 25,
    steps: [
      ["an", "apply"],
      ["linh", "invite"],
      ["kenji", "invite", "agree"],
    ],
  },
  {
    name: "Booking page for visitors from abroad",
    description:
      "Travellers ask us by mail for appointments. We need a page in English and Vietnamese that shows free times and takes a booking without an account.",
    skill: "React, accessibility, English copy",
    time: "6 weeks",
    category: 1,
    currency: "USD",
    costs: [6_000, 9_500],
    created: -4,
    starts: 14,
    steps: [
      ["an", "apply", "accept"],
      ["linh", "apply", "cancel"],
      ["kenji", "apply", "accept", "confirm"],
    ],
    milestones: [["Texts in three languages", 20]],
  },
  {
    name: "Ứng dụng tích điểm cho khách quen",
    description:
      "Khách quen tích điểm mỗi lần làm tóc và đổi lấy quà. Cần ứng dụng Android và iOS, cùng trang quản lý cho nhân viên.",
    skill: "Kotlin, Swift, API REST",
    time: "5 tháng",
    category: 2,
    currency: "VND",
    costs: [250_000_000, 400_000_000],
    created: -12,
    starts: 45,
    steps: [
      ["linh", "invite", "refuse"],
      ["kenji", "apply", "reject"],
    ],
    reason: "今回は見送ります。次の機会にお願いします。",
  },
  {
    name: "旧ホームページの保守",
    description: "以前のホームページの修正と、月一回の更新をお願いしていました。新しい募集はしていません。",
    skill: "HTML, CSS, PHP",
    time: "1年",
    category: 3,
    currency: "JPY",
    costs: [300_000, 600_000],
    created: -300,
    starts: -280,
    steps: [["an", "apply", "accept", "confirm"]],
    runs: true,
    closed: true,
    milestones: [["引き継ぎ資料", -40, true]],
  },
];

const dayMs = 24 * 3600_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const hostSteps: ReadonlySet<MemberEvent> = new Set(["invite", "accept", "reject"]);

type Ids = Readonly<Record<DemoKey, string>>;

/** The features write the projects; then their times are moved into the past. */
export async function seedProjects(db: Database, app: App, ids: Ids): Promise<void> {
  for (const project of projects) await seedProject(db, app, ids, project);
  // What happened long ago has been read.
  await sql`update notifications set read_at = now() where read_at is null`.execute(db.kysely);
}

const authorOf = (userId: string) => ({ userId, ip: "127.0.0.1" });

async function seedProject(
  { kysely }: Database,
  { services }: App,
  ids: Ids,
  given: DemoProject,
): Promise<void> {
  const { projects: all, milestones: plan } = services;
  const author = authorOf(ids[host]);
  const [min_cost, max_cost] = given.costs;
  const { rows } = await sql<{ category_id: string; currency_id: string }>`
    select c.id as category_id, m.id as currency_id from categories c, currencies m
    where c.position = ${given.category} and m.code = ${given.currency}`.execute(kysely);
  const [catalogue] = rows;
  if (!catalogue) throw new Error(`The demo's project ${given.name} needs its category and currency`);
  const { name, description, skill, time } = given;
  const { id, conversations } = await all.create(author, {
    ...catalogue,
    name,
    description,
    skill,
    time,
    min_cost,
    max_cost,
    start_date: dayFromNow(given.starts),
    file_ids: [],
  });
  for (const [key, ...events] of given.steps)
    for (const event of events)
      await all.step(hostSteps.has(event) ? author : authorOf(ids[key]), {
        projectId: id,
        userId: ids[key],
        event,
        ...((event === "reject" || event === "refuse") && given.reason && { reason: given.reason }),
      });
  if (given.runs) await all.run(author, id);
  const { language, role } = demoPeople.find(({ key }) => key === host) ?? demoPeople[0];
  const planner: Person = { userId: ids[host], role, writingLanguage: language };
  for (const [title, due, done] of given.milestones ?? []) {
    const milestone = await plan.add(planner, id, { title, due_date: dayFromNow(due) });
    if (done) await plan.change(planner, id, milestone.id, { is_done: true });
  }
  if (given.closed) await all.deactivate(author, id);
  const { team, client, support } = conversations;
  await backdate(
    kysely,
    id,
    [team, client, support].filter((room) => room !== null),
    given,
  );
}

async function backdate(
  db: Database["kysely"],
  id: string,
  rooms: readonly string[],
  { created, starts }: DemoProject,
) {
  const moment = sql`now() + make_interval(days => ${created})`;
  const began = sql`now() + make_interval(days => ${Math.min(starts, 0)})`;
  await sql`update projects set created_at = ${moment}, running_since = case when running_since is not null then ${began} end
    where id = ${id}`.execute(db);
  await sql`update project_members set created_at = ${moment}, changed_at = ${moment} + interval '1 day',
    joined_at = case when joined_at is not null then ${moment} + interval '1 day' end where project_id = ${id}`.execute(
    db,
  );
  await sql`update project_milestones set done_at = due_date + interval '9 hours'
    where project_id = ${id} and done_at is not null`.execute(db);
  await sql`update messages set created_at = ${moment} + interval '1 day' where conversation_id = any(${rooms}::uuid[])`.execute(
    db,
  );
  await sql`update conversation_lines set created_at = ${moment} + interval '1 day'
    where conversation_id = any(${rooms}::uuid[])`.execute(db);
  await sql`update conversations set created_at = ${moment}, changed_at = ${moment} + interval '1 day',
    last_message_at = case when last_message_at is not null then ${moment} + interval '1 day' end
    where id = any(${rooms}::uuid[])`.execute(db);
  await sql`update conversation_members m set read_number = c.last_number, read_high = c.last_number
    from conversations c where c.id = m.conversation_id and c.id = any(${rooms}::uuid[])`.execute(db);
}
