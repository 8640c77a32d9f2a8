import { listCurrencies, listProjectCategories } from "@kakehashi/contract/catalogue";
import type { NewProjectBody } from "@kakehashi/contract/project-bodies";
import { createProject } from "@kakehashi/contract/projects";
import { newId } from "../kit/ids.ts";
import type { TestApp } from "./app.ts";
import type { TestPerson } from "./world.ts";

/** Gives these people accepted profiles, because people without one cannot take part in projects. */
export async function addAcceptedProfiles({ db }: TestApp, ...people: readonly TestPerson[]): Promise<void> {
  for (const { id, name } of people)
    await db.kysely
      .insertInto("profiles")
      .values({
        id: newId(),
        user_id: id,
        first_name: name,
        last_name: name,
        address: "Tokyo",
        phone: "0312345678",
        description: "",
        website: "",
        status: "ACCEPTED",
      })
      .execute();
}

/** Returns a request body for a project. `fields` replace the body's default fields. */
export async function projectBodyOf(
  person: TestPerson,
  fields: Partial<NewProjectBody> = {},
): Promise<NewProjectBody> {
  const [categories, currencies] = [
    await person.call(listProjectCategories),
    await person.call(listCurrencies),
  ];
  return {
    name: "Sakura booking",
    description: "A booking page for a salon.",
    category_id: categories.data[0]?.id ?? "",
    start_date: new Date(Date.now() + 7 * 24 * 3600_000).toISOString().slice(0, 10),
    min_cost: 1000,
    max_cost: 2500.5,
    currency_id: currencies.data.find(({ code }) => code === "USD")?.id ?? "",
    time: "3 months",
    skill: "TypeScript, React",
    file_ids: [],
    ...fields,
  };
}

export async function createTestProject(
  host: TestPerson,
  fields: Partial<NewProjectBody> = {},
): Promise<string> {
  const { data, error } = await host.call(createProject, { body: await projectBodyOf(host, fields) });
  if (error) throw new Error(`The project was not created: ${JSON.stringify(error)}`);
  return data.id;
}
