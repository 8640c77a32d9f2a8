import type { Language } from "@kakehashi/contract/languages";
import { type Kysely, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Mailer } from "../mail/service.ts";
import { preventAutoLinks } from "../mail/service.ts";
import { joinedStatusesSql, projectNameInLanguageSql } from "../projects/service.ts";
import { formatLongDate } from "./words.ts";

const weeklyMailJob = "weekly-project-mail";
/**
 * When the weekly mail is sent, as a cron expression in UTC: on Mondays, 7 o'clock in Hanoi and 9 o'clock in
 * Tokyo.
 */
const mondayCron = "0 0 * * 1";
/** Minimum time between two weekly mails to one person, in case the job runs twice. */
const minimumHoursBetweenMails = 3 * 24;
/** How many people's milestones one query reads. */
const peoplePerQuery = 200;
/** Maximum number of milestones of one project in the mail. The project's page shows all. */
const maximumLinesPerProject = 10;

interface DueMilestoneRow {
  project: string;
  title: string;
  due_date: string;
  state: "done" | "late" | "next";
}

interface MailReader {
  id: string;
  email: string;
  language: Language;
  rows: DueMilestoneRow[];
}

/**
 * Reads the next people who want the weekly mail, with the milestones of their active projects that were done in the
 * last week, are late, or are due within two weeks.
 */
async function readPeople(db: Executor, afterUserId: string | null): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    select u.id, u.email, u.interface_language as language, w.rows from (
      select u.id from users u
      where u.deleted_at is null and u.confirmed_at is not null and u.blocked_at is null
        and (u.settings ->> 'mail_projects') is distinct from 'false'
        and exists (select from project_members m join project_milestones s on s.project_id = m.project_id
          where m.user_id = u.id and m.archived_at is null
            and m.status in ${joinedStatusesSql})
        and (${afterUserId}::uuid is null or u.id > ${afterUserId})
      order by u.id limit ${peoplePerQuery}
    ) chosen
    join users u on u.id = chosen.id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('project', x.project, 'title', x.title, 'due_date', x.due_date,
        'state', x.state) order by x.started, x.project_id, x.due_date, x.id), '[]') as rows
      from (
        select ${projectNameInLanguageSql(sql`u.interface_language`)} as project, p.created_at as started, p.id as project_id, s.id, s.title, s.due_date,
          case when s.done_at is not null then 'done' when s.due_date < current_date then 'late' else 'next' end as state
        from project_members m
        join projects p on p.id = m.project_id and p.status = 'ACTIVE'
        join project_milestones s on s.project_id = p.id
        where m.user_id = u.id and m.archived_at is null and m.status in ${joinedStatusesSql}
          and case when s.done_at is null then s.due_date <= current_date + 14 else s.done_at > now() - interval '7 days' end
      ) x
    ) w
    order by u.id`.execute(db);
  return rows;
}

const milestoneLines = {
  en: {
    done: "✓ Done: {title}",
    late: "! Late: {title} (due {day})",
    next: "• Next: {title} ({day})",
    more: "… and {count} more",
  },
  vi: {
    done: "✓ Đã xong: {title}",
    late: "! Trễ hạn: {title} (hạn {day})",
    next: "• Sắp tới: {title} ({day})",
    more: "… và {count} mục khác",
  },
  ja: {
    done: "✓ 完了：{title}",
    late: "! 遅延：{title}（期限：{day}）",
    next: "• 次の予定：{title}（{day}）",
    more: "… ほか{count}件",
  },
} as const satisfies Record<Language, Record<DueMilestoneRow["state"] | "more", string>>;

/** Returns the text of the weekly mail: for each project, its name and a line for each milestone. */
export function formatWeeklyMail(rows: readonly DueMilestoneRow[], language: Language): string {
  const projects = Map.groupBy(rows, ({ project }) => project);
  return [...projects]
    .map(([project, projectMilestones]) => {
      const lines = projectMilestones
        .slice(0, maximumLinesPerProject)
        .map(({ state, title, due_date }) =>
          milestoneLines[language][state]
            .replace("{day}", formatLongDate(due_date, language))
            .replace("{title}", () => preventAutoLinks(title)),
        );
      const omittedCount = projectMilestones.length - lines.length;
      const name = project.length > 120 ? `${project.slice(0, 120).toWellFormed()}…` : project;
      return [
        preventAutoLinks(name),
        ...lines,
        ...(omittedCount > 0 ? [milestoneLines[language].more.replace("{count}", String(omittedCount))] : []),
      ].join("\n");
    })
    .join("\n\n");
}

/**
 * Defines the job that mails people each Monday about the milestones of their projects, in their language. Returns a
 * function that sends the mails at once and returns how many it has sent.
 */
export function createWeeklyMail({
  db,
  jobs,
  mailer,
  publicUrl,
}: {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  publicUrl: string;
}): () => Promise<number> {
  async function sendWeeklyMailTo({ email, language, rows }: MailReader): Promise<boolean> {
    if (rows.length === 0) return false;
    return db.transaction().execute(async (tx) => {
      if ((await mailer.countRecentMails(tx, email, "project_week", minimumHoursBetweenMails)) > 0)
        return false;
      await mailer.send(tx, {
        recipient: email,
        language,
        template: "project_week",
        link: `${publicUrl}/projects`,
        values: { lines: formatWeeklyMail(rows, language) },
      });
      return true;
    });
  }

  async function sendWeeklyMails(): Promise<number> {
    let count = 0;
    let afterUserId: string | null = null;
    for (;;) {
      const people: MailReader[] = await readPeople(db, afterUserId);
      for (const person of people) if (await sendWeeklyMailTo(person)) count++;
      afterUserId = people.at(-1)?.id ?? null;
      if (people.length < peoplePerQuery) return count;
    }
  }
  jobs.repeat(weeklyMailJob, mondayCron, async () => void (await sendWeeklyMails()));
  return sendWeeklyMails;
}
