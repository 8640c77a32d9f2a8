import { Readable } from "node:stream";
import type { MemberEvent } from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Person } from "../features/milestones/service.ts";
import type { Database } from "../kit/db/database.ts";
import { type DemoKey, demoPeople } from "./cast.ts";
import { type DemoProject, host, projects } from "./project-script.ts";
import { createTimeMover, markOldRead } from "./project-times.ts";

const dayMs = 24 * 3600_000;
const momentOf = (days: number) => new Date(Date.now() + days * dayMs);
const dayFromNow = (days: number) => momentOf(days).toISOString().slice(0, 10);
const hostSteps: ReadonlySet<MemberEvent> = new Set(["invite", "accept", "reject"]);

type Ids = Readonly<Record<DemoKey, string>>;

/**
 * Creates the projects through the features. After each action, moves the new rows to their time in the past.
 */
export async function seedProjects(db: Database, app: App, ids: Ids): Promise<void> {
  for (const project of projects) await seedProject(db, app, ids, project);
  await markOldRead(db.kysely);
}

const authorOf = (userId: string, at: Date) => ({ userId, ip: "127.0.0.1", at });

function personOf(key: DemoKey, ids: Ids): Person {
  const { language, role } = demoPeople.find((person) => person.key === key) ?? demoPeople[0];
  return { userId: ids[key], role, writingLanguage: language };
}

async function findCatalogue({ kysely }: Database, { category, currency, name }: DemoProject) {
  const { rows } = await sql<{ category_id: string; currency_id: string }>`
    select c.id as category_id, m.id as currency_id from categories c, currencies m
    where c.position = ${category} and m.code = ${currency}`.execute(kysely);
  const [catalogue] = rows;
  if (!catalogue) throw new Error(`The demo's project ${name} needs its category and currency`);
  return catalogue;
}

/**
 * Uploads a file to the host's notes, as the project form does before the project is saved. Returns the
 * file's id.
 */
async function uploadFile({ services }: App, ids: Ids, [name, text]: [string, string]): Promise<string> {
  const notesId = await services.rooms.openMyChat(ids[host]);
  return (await services.files.upload(ids[host], notesId, name, Readable.from([Buffer.from(text)]))).id;
}

async function seedProject(db: Database, app: App, ids: Ids, given: DemoProject): Promise<void> {
  const { projects: all, milestones: plan } = app.services;
  const { name, description, skill, time, created } = given;
  const [min_cost, max_cost] = given.costs;
  const machine = await createTimeMover(db.kysely);
  const createdAt = momentOf(created);
  const project = await all.create(authorOf(ids[host], createdAt), {
    ...(await findCatalogue(db, given)),
    name,
    description,
    skill,
    time,
    min_cost,
    max_cost,
    start_date: dayFromNow(given.starts),
    file_ids: given.file ? [await uploadFile(app, ids, [...given.file])] : [],
  });
  const { id } = project;
  await machine.moveProjectTimes(id, createdAt);

  const steps = given.steps.flatMap(([key, ...events]) => events.map((event) => ({ key, event })));
  for (const [index, { key, event }] of steps.entries()) {
    // The first step is one day after the project's creation, each further step two hours later.
    const at = momentOf(created + 1 + index / 12);
    await all.step(authorOf(hostSteps.has(event) ? ids[host] : ids[key], at), {
      projectId: id,
      userId: ids[key],
      event,
      ...((event === "reject" || event === "refuse") && given.reason && { reason: given.reason }),
    });
    await machine.moveProjectTimes(id, at);
  }
  const planned = momentOf(created + 2);
  if (given.translation) await translate(app, ids, project, given.translation);
  await machine.moveProjectTimes(id, planned);
  const doneMilestones: { milestoneId: string; due: number }[] = [];
  for (const [title, due, done] of given.milestones ?? []) {
    const milestone = await plan.add(personOf(host, ids), id, { title, due_date: dayFromNow(due) });
    if (done) doneMilestones.push({ milestoneId: milestone.id, due });
  }
  await machine.moveProjectTimes(id, planned);
  if (given.runs) {
    const at = momentOf(given.starts);
    await all.run(authorOf(ids[host], at), id);
    await machine.moveProjectTimes(id, at);
  }
  for (const { milestoneId, due } of doneMilestones) {
    await plan.change(personOf(host, ids), id, milestoneId, { is_done: true });
    await machine.moveProjectTimes(id, momentOf(due));
  }
  if (given.closed !== undefined) {
    const at = momentOf(given.closed);
    await all.deactivate(authorOf(ids[host], at), id);
    await machine.moveProjectTimes(id, at);
  }
  await machine.readAll(id);
}

/** The host asks for a translation of the project's texts. A translator writes and approves it. */
async function translate(
  { services }: App,
  ids: Ids,
  project: Project,
  { language, by, texts }: NonNullable<DemoProject["translation"]>,
): Promise<void> {
  const translationRequest = await services.projectTexts.ask(personOf(host, ids), project.id, {
    languages: [language],
    note: "",
  });
  for (const { field, message_id } of translationRequest) {
    if (!message_id) throw new Error(`The demo's ${field} of ${project.name} was not sent`);
    const content = texts[field];
    const submitted = { content, revision: 1, confirmed: true };
    await services.translations.submit(ids[by], message_id, language, submitted, false);
    await services.translations.approve(ids[by], message_id, language, { revision: 1 });
  }
}
