import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Database } from "../kit/db/database.ts";
import type { DemoPersonKey } from "./cast.ts";

type DemoSnippetVersion = readonly [hoursAgo: number, by: DemoPersonKey, content: string];

interface DemoSnippet {
  title: string;
  description: string;
  language: CodeLanguage;
  /** The name of the snippet's project. Absent: only the author can read the snippet. */
  project?: string;
  /**
   * The versions of a snippet, the oldest first. Each version has its age in hours, its author and its code. The author
   * of the oldest version is the author of the snippet.
   */
  versions: readonly [DemoSnippetVersion, ...DemoSnippetVersion[]];
}

const bookingProjectName = "さくら予約アプリ";

const slotsCodeFirstVersion = `import type { Appointment, Shift } from "./types";

/** The free times of a day, in steps of 30 minutes. */
export function freeSlots(shift: Shift, taken: Appointment[], minutes: number) {
  const slots: Date[] = [];
  for (let at = shift.from; at + minutes * 60_000 <= shift.to; at += 30 * 60_000) {
    const end = at + minutes * 60_000;
    if (taken.every((one) => one.end <= at || one.start >= end)) slots.push(new Date(at));
  }
  return slots;
}
`;

const slotsCodeSecondVersion = `import type { Appointment, Shift } from "./types";

const stepMs = 30 * 60_000;
/** Time to clean the seat between two guests. */
const pauseMs = 10 * 60_000;

/** The free times of a day, in steps of 30 minutes. The salon is closed on Wednesdays. */
export function freeSlots(shift: Shift, taken: readonly Appointment[], minutes: number): Date[] {
  if (shift.weekday === "wednesday") return [];
  const slots: Date[] = [];
  const lengthMs = minutes * 60_000;
  for (let at = shift.from; at + lengthMs <= shift.to; at += stepMs) {
    const isFree = taken.every((one) => one.end + pauseMs <= at || one.start >= at + lengthMs + pauseMs);
    if (isFree) slots.push(new Date(at));
  }
  return slots;
}
`;

const remindersCodeFirstVersion = `-- 明日の予約で、まだお知らせを送っていないもの
select a.id, a.starts_at, c.name, c.phone
from appointments a
join customers c on c.id = a.customer_id
where a.starts_at::date = current_date + 1
  and a.reminded_at is null;
`;

const remindersCodeSecondVersion = `-- 明日の予約で、まだお知らせを送っていないもの（日本時間の「明日」）
select a.id, a.starts_at at time zone 'Asia/Tokyo' as starts_at, c.name, c.phone
from appointments a
join customers c on c.id = a.customer_id
where (a.starts_at at time zone 'Asia/Tokyo')::date = (now() at time zone 'Asia/Tokyo')::date + 1
  and a.reminded_at is null
  and a.cancelled_at is null
order by a.starts_at;
`;

const kanaSnippetCode = `"""Chuẩn hóa tên khách: ﾀﾅｶ ｱｲｺ -> タナカ アイコ, để tìm kiếm không sót."""

import unicodedata


def normalize_name(name: str) -> str:
    # NFKC đổi kana nửa cỡ sang cỡ đầy đủ và khoảng trắng toàn góc sang khoảng trắng thường.
    text = unicodedata.normalize("NFKC", name)
    return " ".join(text.split())


assert normalize_name("ﾀﾅｶ　ｱｲｺ") == "タナカ アイコ"
`;

const deploySnippetCode = `#!/usr/bin/env bash
# Puts the staging server on the newest build. Run it from your own machine.
set -euo pipefail

host="staging.sakura.example"
build="build-$(date +%Y%m%d-%H%M)"

npm ci && npm run build
rsync -a --delete dist/ "$host:/srv/sakura/$build/"
ssh "$host" "ln -sfn /srv/sakura/$build /srv/sakura/current && systemctl reload sakura"
echo "$build is live on $host"
`;

const missingKeysSnippetCode = `# Khoá dịch còn thiếu giữa ja.json và vi.json (ghi chú của tôi)
diff <(jq -r 'paths(scalars) | join(".")' ja.json | sort) \\
     <(jq -r 'paths(scalars) | join(".")' vi.json | sort)
`;

const demoSnippets: readonly DemoSnippet[] = [
  {
    title: "free-slots.ts",
    description: "Which times of a day can still be booked. Used by the calendar and by the reminder.",
    language: "typescript",
    project: bookingProjectName,
    versions: [
      [220, "an", slotsCodeFirstVersion],
      [51, "an", slotsCodeSecondVersion],
    ],
  },
  {
    title: "明日のお知らせ.sql",
    description: "前日の夕方に送るお知らせの対象を選びます。",
    language: "sql",
    project: bookingProjectName,
    versions: [
      [180, "kenji", remindersCodeFirstVersion],
      [26, "aiko", remindersCodeSecondVersion],
    ],
  },
  {
    title: "Chuẩn hóa tên khách",
    description: "Dùng trước khi lưu và trước khi tìm, để tên viết kiểu nào cũng tìm ra.",
    language: "python",
    project: bookingProjectName,
    versions: [[75, "an", kanaSnippetCode]],
  },
  {
    title: "deploy-staging.sh",
    description: "",
    language: "bash",
    project: bookingProjectName,
    versions: [[9, "kenji", deploySnippetCode]],
  },
  {
    title: "Khoá dịch còn thiếu",
    description: "",
    language: "bash",
    versions: [[30, "linh", missingKeysSnippetCode]],
  },
];

const authorOf = (userId: string) => ({ userId, ip: "127.0.0.1" });

/**
 * Creates the snippets through the feature `codes`, then sets their times to the past. Call this after the projects
 * have members.
 */
export async function seedCodes(
  { kysely }: Database,
  { services: { codes } }: Pick<App, "services">,
  ids: Readonly<Record<DemoPersonKey, string>>,
): Promise<void> {
  for (const { project, versions, ...text } of demoSnippets) {
    const [[, author, firstVersion], ...laterVersions] = versions;
    const projects = await codes.projects(ids[author]);
    const project_id = project ? (projects.find(({ name }) => name === project)?.id ?? null) : null;
    if (project && !project_id) throw new Error(`${author} of the demo has not joined ${project}`);
    const { slug } = await codes.create(authorOf(ids[author]), {
      ...text,
      content: firstVersion,
      project_id,
    });
    for (const [index, [, authorKey, content]] of laterVersions.entries())
      await codes.change(authorOf(ids[authorKey]), slug, { version: index + 1, content });
    for (const [index, [hoursAgo]] of versions.entries())
      await sql`update code_versions v set created_at = now() - make_interval(hours => ${hoursAgo})
        from code_snippets s where s.id = v.snippet_id and s.slug = ${slug} and v.number = ${index + 1}`.execute(
        kysely,
      );
    await sql`update code_snippets s set
        created_at = (select min(v.created_at) from code_versions v where v.snippet_id = s.id),
        updated_at = (select max(v.created_at) from code_versions v where v.snippet_id = s.id)
      where s.slug = ${slug}`.execute(kysely);
  }
}
