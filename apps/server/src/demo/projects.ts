import { Readable } from "node:stream";
import type { MembershipStepName } from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { MilestoneActor } from "../features/milestones/service.ts";
import type { Database } from "../kit/db/database.ts";
import { type DemoPersonKey, demoPeople } from "./cast.ts";
import { type DemoProject, demoProjects, projectHostKey } from "./project-script.ts";
import { createProjectBackdater, markOldNotificationsRead } from "./project-times.ts";

const dayMs = 24 * 3600_000;
const dateInDays = (days: number) => new Date(Date.now() + days * dayMs);
const isoDateInDays = (days: number) => dateInDays(days).toISOString().slice(0, 10);
const stepsTakenByHost: ReadonlySet<MembershipStepName> = new Set(["invite", "accept", "reject"]);

type DemoUserIds = Readonly<Record<DemoPersonKey, string>>;

/**
 * Creates the demo's projects by calling the features. After each action, sets the times of the new rows to the past.
 */
export async function seedProjects(db: Database, app: App, ids: DemoUserIds): Promise<void> {
  for (const project of demoProjects) await seedProject(db, app, ids, project);
  await markOldNotificationsRead(db.kysely);
}

const authorOf = (userId: string, actedAt: Date) => ({ userId, ip: "127.0.0.1", actedAt });

function demoPersonOf(key: DemoPersonKey, ids: DemoUserIds): MilestoneActor {
  const { language, role } = demoPeople.find((person) => person.key === key) ?? demoPeople[0];
  return { userId: ids[key], role, writingLanguage: language };
}

async function findCategoryAndCurrency({ kysely }: Database, { category, currency, name }: DemoProject) {
  const { rows } = await sql<{ category_id: string; currency_id: string }>`
    select c.id as category_id, m.id as currency_id from categories c, currencies m
    where c.position = ${category} and m.code = ${currency}`.execute(kysely);
  const [categoryAndCurrency] = rows;
  if (!categoryAndCurrency) throw new Error(`The demo's project ${name} needs its category and currency`);
  return categoryAndCurrency;
}

/**
 * Uploads a file to the project host's own notes, as the browser does before it saves the project form. Returns the
 * file's id.
 */
async function uploadFile(
  { services }: App,
  ids: DemoUserIds,
  [name, text]: [string, string],
): Promise<string> {
  const notesConversationId = await services.rooms.openMyChat(ids[projectHostKey]);
  return (
    await services.files.upload(
      ids[projectHostKey],
      notesConversationId,
      name,
      Readable.from([Buffer.from(text)]),
    )
  ).id;
}

async function seedProject(
  db: Database,
  app: App,
  ids: DemoUserIds,
  demoProject: DemoProject,
): Promise<void> {
  const { projects: all, milestones: milestoneService } = app.services;
  const { name, description, skill, duration, createdDaysFromToday } = demoProject;
  const [min_cost, max_cost] = demoProject.costs;
  const projectBackdater = await createProjectBackdater(db.kysely);
  const createdAt = dateInDays(createdDaysFromToday);
  const project = await all.create(authorOf(ids[projectHostKey], createdAt), {
    ...(await findCategoryAndCurrency(db, demoProject)),
    name,
    description,
    skill,
    time: duration,
    min_cost,
    max_cost,
    start_date: isoDateInDays(demoProject.startsDaysFromToday),
    file_ids: demoProject.file ? [await uploadFile(app, ids, [...demoProject.file])] : [],
  });
  const { id } = project;
  await projectBackdater.moveProjectTimes(id, createdAt);

  const steps = demoProject.membershipSteps.flatMap(([key, ...events]) =>
    events.map((event) => ({ key, event })),
  );
  for (const [index, { key, event }] of steps.entries()) {
    // The first membership step is one day after the project's creation. Each further step is two hours after the
    // previous one.
    const stepTime = dateInDays(createdDaysFromToday + 1 + index / 12);
    await all.step(authorOf(stepsTakenByHost.has(event) ? ids[projectHostKey] : ids[key], stepTime), {
      projectId: id,
      userId: ids[key],
      stepName: event,
      ...((event === "reject" || event === "refuse") &&
        demoProject.membershipRefusalReason && { reason: demoProject.membershipRefusalReason }),
    });
    await projectBackdater.moveProjectTimes(id, stepTime);
  }
  const milestonesCreatedAt = dateInDays(createdDaysFromToday + 2);
  if (demoProject.translation) await translateProject(app, ids, project, demoProject.translation);
  await projectBackdater.moveProjectTimes(id, milestonesCreatedAt);
  const doneMilestones: { milestoneId: string; due: number }[] = [];
  for (const [title, due, isDone] of demoProject.milestones ?? []) {
    const milestone = await milestoneService.add(demoPersonOf(projectHostKey, ids), id, {
      title,
      due_date: isoDateInDays(due),
    });
    if (isDone) doneMilestones.push({ milestoneId: milestone.id, due });
  }
  await projectBackdater.moveProjectTimes(id, milestonesCreatedAt);
  if (demoProject.isRunning) {
    const startedAt = dateInDays(demoProject.startsDaysFromToday);
    await all.run(authorOf(ids[projectHostKey], startedAt), id);
    await projectBackdater.moveProjectTimes(id, startedAt);
  }
  for (const { milestoneId, due } of doneMilestones) {
    await milestoneService.change(demoPersonOf(projectHostKey, ids), id, milestoneId, { is_done: true });
    await projectBackdater.moveProjectTimes(id, dateInDays(due));
  }
  if (demoProject.closedDaysFromToday !== undefined) {
    const closedAt = dateInDays(demoProject.closedDaysFromToday);
    await all.deactivate(authorOf(ids[projectHostKey], closedAt), id);
    await projectBackdater.moveProjectTimes(id, closedAt);
  }
  await projectBackdater.readAll(id);
}

/**
 * The project's host requests a translation of the project's texts. Then a translator writes the translation and
 * approves it.
 */
async function translateProject(
  { services }: App,
  ids: DemoUserIds,
  project: Project,
  { language, translator, texts }: NonNullable<DemoProject["translation"]>,
): Promise<void> {
  const translationRequest = await services.projectTexts.ask(demoPersonOf(projectHostKey, ids), project.id, {
    languages: [language],
    note: "",
  });
  for (const { field, message_id } of translationRequest) {
    if (!message_id) throw new Error(`The demo's ${field} of ${project.name} was not sent`);
    const content = texts[field];
    const submittedTranslation = { content, revision: 1, confirmed: true };
    await services.translations.submit(ids[translator], message_id, language, submittedTranslation, false);
    await services.translations.approve(ids[translator], message_id, language, { revision: 1 });
  }
}
