import { deleteMessage } from "@kakehashi/contract/changes";
import { createCode, getCode } from "@kakehashi/contract/codes";
import { addGlossaryEntry } from "@kakehashi/contract/glossary";
import type { Language } from "@kakehashi/contract/languages";
import { listMessages } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { agreeToProjectInvitation, inviteToProject, leaveProject } from "@kakehashi/contract/project-members";
import {
  listProjectTextProgress,
  type ProjectTextField,
  requestProjectTextTranslations,
} from "@kakehashi/contract/project-texts";
import { getProject, listProjects, runProject, updateProject } from "@kakehashi/contract/projects";
import { listTeams } from "@kakehashi/contract/teams";
import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { approveTranslation, getTranslation, rejectTranslation } from "@kakehashi/contract/translations";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { submitTranslation } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
// Aiko is a client who reads Japanese, An a developer who reads Vietnamese, Linh a translator.
const { aiko, an, linh } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, an, linh));

const japaneseTexts = {
  name: "桜の予約ページ",
  description: "美容院の予約ページを作ってください。",
  skill: "予約画面の設計と開発",
  time: "三か月ほど",
};
const vietnameseTexts = {
  name: "Trang đặt lịch Sakura",
  description: "Hãy làm trang đặt lịch cho tiệm làm tóc.",
  skill: "Thiết kế và phát triển màn hình đặt lịch",
  time: "Khoảng ba tháng",
};

/** Creates a project with a translator, and requests translations of its texts into Vietnamese. */
async function createProjectWithRequests(fields: object = {}): Promise<string> {
  const id = await createTestProject(aiko, { ...japaneseTexts, ...fields });
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await linh.call(agreeToProjectInvitation, { params: { id } });
  await requestTranslations(aiko, id, ["vi"]);
  return id;
}

const requestTranslations = (person: TestPerson, id: string, languages: Language[]) =>
  person.call(requestProjectTextTranslations, { params: { id }, body: { languages } });

async function findTextMessage(id: string, field: ProjectTextField): Promise<{ id: string }> {
  const { data } = await linh.call(listProjectTextProgress, { params: { id } });
  return { id: data.find((text) => text.field === field)?.message_id ?? "" };
}

async function approveTextTranslation(id: string, field: ProjectTextField): Promise<void> {
  const message = await findTextMessage(id, field);
  await submitTranslation(linh, message, "vi", vietnameseTexts[field], { confirmed: true });
  const response = await linh.call(approveTranslation, {
    params: { mid: message.id, language: "vi" },
    body: { revision: 1 },
  });
  expect(response.status).toBe(200);
}

const readTranslationSeenBy = async (person: TestPerson, id: string) =>
  (await person.call(getProject, { params: { id } })).data.translation;

test("A translator's draft of a project's text is on all of their devices, and follows its message", async () => {
  const id = await createProjectWithRequests();
  const message = await findTextMessage(id, "description");
  const textParams = { params: { mid: message.id, language: "vi" } } as const;
  const body = { content: "Hãy làm trang", version: 0, revision: 1 };
  const savedDraft = await linh.call(saveTranslationDraft, { ...textParams, body });
  expect((await linh.call(getTranslationDraft, textParams)).data).toEqual(savedDraft.data);
  await approveTextTranslation(id, "description");
  expect((await linh.call(getTranslationDraft, textParams)).data?.content).toBe("");
});

test("A translator finds a project's texts at the desk, each with the project's other texts", async () => {
  const id = await createProjectWithRequests();
  const { data } = await linh.call(listTranslationQueue);
  const descriptionCarrier = await findTextMessage(id, "description");
  expect(data.map(({ message }) => message.content)).toEqual(
    expect.arrayContaining(Object.values(japaneseTexts)),
  );
  expect(data.every(({ conversation }) => conversation.kind === "CLIENT")).toBe(true);
  const unit = (await linh.call(getTranslation, { params: { mid: descriptionCarrier.id, language: "vi" } }))
    .data;
  expect(unit.root?.content).toBe(japaneseTexts.name);
  expect([...unit.above, ...unit.below].map(({ content }) => content)).toContain(japaneseTexts.skill);
});

test("Readers see a translation in their language, live, once it is approved and not before", async () => {
  const id = await createProjectWithRequests();
  await aiko.call(inviteToProject, { params: { id, user_id: an.id } });
  const listener = await connectAndSubscribe(serverUrl, an);
  await submitTranslation(linh, await findTextMessage(id, "name"), "vi", vietnameseTexts.name);
  expect(await readTranslationSeenBy(an, id)).toBeNull();
  await approveTextTranslation(id, "name");
  await listener.waitForEvent((event: object) => "project_id" in event && event.project_id === id);
  expect(await readTranslationSeenBy(an, id)).toMatchObject({
    language: "vi",
    name: { content: vietnameseTexts.name, is_current: true },
    description: null,
  });
  await approveTextTranslation(id, "description");
  await approveTextTranslation(id, "skill");
  await approveTextTranslation(id, "time");
  expect(await readTranslationSeenBy(an, id)).toMatchObject({
    description: { content: vietnameseTexts.description, is_current: true },
    skill: { content: vietnameseTexts.skill, is_current: true },
    time: { content: vietnameseTexts.time, is_current: true },
  });
  const listedProject = (await an.call(listProjects)).data.find((project) => project.id === id);
  expect(listedProject?.translation).toEqual({ language: "vi", ...vietnameseTexts });
  // A person who reads the language of the original gets the host's text and no translation.
  expect(await readTranslationSeenBy(aiko, id)).toBeNull();
});

test("Lists, notifications, teams and snippets show a project's name in the reader's language", async () => {
  const id = await createProjectWithRequests();
  await approveTextTranslation(id, "name");
  await aiko.call(inviteToProject, { params: { id, user_id: an.id } });
  await an.call(agreeToProjectInvitation, { params: { id } });
  const listedProject = (await an.call(listProjects, { query: { search: "桜の予約" } })).data.find(
    (project) => project.id === id,
  );
  expect(listedProject).toMatchObject({
    name: japaneseTexts.name,
    translation: { name: vietnameseTexts.name },
  });
  expect((await an.call(listTeams)).data.find((team) => team.id === id)?.name).toBe(vietnameseTexts.name);
  expect((await aiko.call(listTeams)).data.find((team) => team.id === id)?.name).toBe(japaneseTexts.name);
  await aiko.call(runProject, { params: { id } });
  const projectNames = (await an.call(listNotifications)).data.map(({ data }) => data.project?.name);
  expect(projectNames.slice(0, 2)).toEqual([vietnameseTexts.name, vietnameseTexts.name]);
  const code = { title: "Slots", language: "sql", content: "select 1;", project_id: id };
  const { slug } = (await an.call(createCode, { body: code })).data;
  const getProjectOfCode = async (person: TestPerson) =>
    (await person.call(getCode, { params: { slug } })).data.project;
  expect(await getProjectOfCode(an)).toEqual({ id, name: vietnameseTexts.name });
  expect(await getProjectOfCode(aiko)).toEqual({ id, name: japaneseTexts.name });
});

test("A project is found by the words of each language that its readers see", async () => {
  const id = await createProjectWithRequests({ name: "東雲の予約台帳", skill: "帳票" });
  const message = await findTextMessage(id, "name");
  const isProjectFound = async (query: Record<string, string>) =>
    (await an.call(listProjects, { query })).data.some((project) => project.id === id);
  await submitTranslation(linh, message, "vi", "Sổ đặt lịch Shinonome");
  expect(await isProjectFound({ search: "shinonome" })).toBe(false);
  await linh.call(approveTranslation, { params: { mid: message.id, language: "vi" }, body: { revision: 1 } });
  await expect.poll(() => isProjectFound({ search: "so dat shinonome" })).toBe(true);
  expect(await isProjectFound({ search: "東雲" })).toBe(true);
  expect(await isProjectFound({ search: "東雲 shinonome" })).toBe(true);
  expect(await isProjectFound({ skill: "shinonome" })).toBe(false);
  await aiko.call(updateProject, { params: { id }, body: { name: "別の台帳" } });
  expect(await isProjectFound({ search: "shinonome" })).toBe(false);
});

test("An edit makes the translation out of date at once and asks for it again", async () => {
  const id = await createProjectWithRequests();
  await approveTextTranslation(id, "description");
  expect((await readTranslationSeenBy(an, id))?.description?.is_current).toBe(true);
  await aiko.call(updateProject, {
    params: { id },
    body: { description: "整骨院の予約ページに変わりました。" },
  });
  expect((await readTranslationSeenBy(an, id))?.description).toEqual({
    content: vietnameseTexts.description,
    is_current: false,
  });
  const message = await findTextMessage(id, "description");
  const findWaitingTranslation = async () =>
    (await linh.call(listTranslationQueue)).data.find((unit) => unit.message.id === message.id);
  await expect
    .poll(async () => (await findWaitingTranslation())?.message.content)
    .toBe("整骨院の予約ページに変わりました。");
  expect((await findWaitingTranslation())?.translation?.state).toBe("NEEDS_RETRANSLATION");
});

test("A translation that is sent back is no longer shown", async () => {
  const id = await createProjectWithRequests();
  await approveTextTranslation(id, "name");
  const { id: mid } = await findTextMessage(id, "name");
  await linh.call(rejectTranslation, {
    params: { mid, language: "vi" },
    body: { revision: 1, reason: "Sai tên." },
  });
  expect(await readTranslationSeenBy(an, id)).toBeNull();
});

test("The memory learns from a project's texts: repeated words get their translation at once", async () => {
  const id = await createProjectWithRequests();
  await approveTextTranslation(id, "description");
  const readDescription = async () =>
    (await linh.call(listProjectTextProgress, { params: { id } })).data.find(
      ({ field }) => field === "description",
    );
  const changeDescription = (text: string) =>
    aiko.call(updateProject, { params: { id }, body: { description: text } });
  await changeDescription("別の話です。");
  await expect
    .poll(async () => (await readDescription())?.translations)
    .toEqual([{ language: "vi", state: "NEEDS_RETRANSLATION", is_shown: false }]);
  await changeDescription(japaneseTexts.description);
  await expect
    .poll(async () => (await readDescription())?.translations)
    .toEqual([{ language: "vi", state: "TRANSLATED", is_shown: true }]);
});

test("The team's glossary applies to its project's texts", async () => {
  const id = await createProjectWithRequests();
  const addedEntry = await linh.call(addGlossaryEntry, {
    query: { project_id: id },
    body: { ja: "桜", vi: "Hoa Đào" },
  });
  expect(addedEntry.status).toBe(200);
  const unconfirmedOptions = { confirmed: false };
  const { error } = await submitTranslation(
    linh,
    await findTextMessage(id, "name"),
    "vi",
    vietnameseTexts.name,
    unconfirmedOptions,
  );
  expect(error).toMatchObject({ code: "TRANSLATION.WARNED" });
});

test("Before the first request, each text's language is detected, or else is the description's, whoever asks", async () => {
  const id = await createTestProject(aiko, {
    name: "桜",
    description: "A booking page for the customers of a hair salon, with reminders.",
    skill: "React",
    time: "6 weeks",
  });
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await linh.call(agreeToProjectInvitation, { params: { id } });
  const { data: texts } = await linh.call(listProjectTextProgress, { params: { id } });
  expect(texts.map(({ field, message_id, language }) => [field, message_id, language])).toEqual([
    ["name", null, "ja"],
    ["description", null, "en"],
    ["skill", null, "en"],
    ["time", null, "en"],
  ]);
  const { data: requestedTexts } = await requestTranslations(linh, id, ["vi"]);
  expect(requestedTexts.map(({ language }) => language)).toEqual(texts.map(({ language }) => language));
});

test("Two requests at once send each text once; another language is added to the first", async () => {
  const id = await createTestProject(aiko, japaneseTexts);
  const responses = await Promise.all([
    requestTranslations(aiko, id, ["vi"]),
    requestTranslations(aiko, id, ["vi"]),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  await requestTranslations(aiko, id, ["en"]);
  const { client } = (await aiko.call(getProject, { params: { id } })).data.conversations;
  const { data } = await aiko.call(listMessages, { params: { id: client ?? "" } });
  expect(data.filter(({ content }) => content === japaneseTexts.name)).toHaveLength(1);
  expect(data.find(({ content }) => content === japaneseTexts.name)?.reply_count).toBe(3);
  const [name] = (await aiko.call(listProjectTextProgress, { params: { id } })).data;
  expect(name?.translations.map(({ language }) => language)).toEqual(["en", "vi"]);
});

test("A text whose message was deleted is sent again when somebody asks again", async () => {
  const id = await createProjectWithRequests();
  const { id: mid } = await findTextMessage(id, "skill");
  const { client } = (await aiko.call(getProject, { params: { id } })).data.conversations;
  await aiko.call(deleteMessage, { params: { id: client ?? "", mid } });
  expect((await findTextMessage(id, "skill")).id).toBe("");
  await requestTranslations(linh, id, ["vi"]);
  expect((await findTextMessage(id, "skill")).id).not.toBe("");
});

test("A text whose sender has left the room is sent again by the next person who asks", async () => {
  const id = await createTestProject(aiko, japaneseTexts);
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await linh.call(agreeToProjectInvitation, { params: { id } });
  await requestTranslations(linh, id, ["vi"]);
  await linh.call(leaveProject, { params: { id } });
  await aiko.call(updateProject, { params: { id }, body: { name: "新しい予約ページ" } });
  const { data } = await requestTranslations(aiko, id, ["vi"]);
  expect(data.every(({ message_id }) => message_id !== null)).toBe(true);
  const { client } = (await aiko.call(getProject, { params: { id } })).data.conversations;
  const clientMessages = (await aiko.call(listMessages, { params: { id: client ?? "" } })).data;
  expect(clientMessages.at(-1)?.content).toBe("新しい予約ページ");
});

test("Only members of the client's conversation can ask for translations, and a missing project gives 404", async () => {
  const id = await createProjectWithRequests();
  await aiko.call(inviteToProject, { params: { id, user_id: an.id } });
  await an.call(agreeToProjectInvitation, { params: { id } });
  expect((await requestTranslations(an, id, ["vi"])).status).toBe(403);
  expect((await an.call(listProjectTextProgress, { params: { id } })).status).toBe(403);
  expect((await requestTranslations(aiko, an.id, ["vi"])).status).toBe(404);
  expect((await requestTranslations(aiko, id, [])).status).toBe(422);
  // A translation can be requested even into the language in which the project's texts are written.
  expect((await requestTranslations(aiko, id, ["ja"])).status).toBe(200);
});

test("A text that is longer than a message is skipped, and the other texts are sent", async () => {
  const id = await createTestProject(aiko, { ...japaneseTexts, description: "あ".repeat(10_100) });
  const { data } = await requestTranslations(aiko, id, ["vi"]);
  expect(data.map(({ field, is_too_long, message_id }) => [field, is_too_long, message_id !== null])).toEqual(
    [
      ["name", false, true],
      ["description", true, false],
      ["skill", false, true],
      ["time", false, true],
    ],
  );
});
