import type { Language } from "@kakehashi/contract/languages";
import { isTooLongForMessage } from "@kakehashi/contract/message-text";
import type { Message } from "@kakehashi/contract/messages";
import { type ProjectTextProgress, projectTextFields } from "@kakehashi/contract/project-texts";
import type { Project } from "@kakehashi/contract/projects";
import { isTranslationCurrent } from "@kakehashi/contract/translation-states";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Bookmarks } from "../bookmarks/service.ts";
import type { Events } from "../events/service.ts";
import { detectLanguage, type Messages } from "../messages/service.ts";
import type { Projects } from "../projects/service.ts";
import { createProjectTextMessageService } from "./carriers.ts";
import * as store from "./store.ts";

export interface ProjectTextDependencies {
  db: Kysely<DB>;
  log: Log;
  jobs: Jobs;
  events: Events;
  messages: Pick<Messages, "send" | "edit" | "findForServer">;
  projects: Pick<Projects, "view" | "storeSearchWords" | "publishChange">;
  bookmarks: Pick<Bookmarks, "bookmarkMessages">;
}

interface ProjectTextAuthor {
  readonly userId: string;
  readonly role: Role;
  readonly writingLanguage: Language;
}

export type ProjectTexts = ReturnType<typeof createProjectTexts>;

const updateTextMessagesJob = "follow-project-texts";
const storeSearchWordsJob = "write-project-words";
/**
 * Seconds after which a job repeats the update of the messages. The process may have died before the request updated
 * them.
 */
const updateDelaySeconds = 5;

/**
 * Translates a project's name, description, skills and duration. Each text is sent as a message in the client's room, so
 * that translators work on it like on any message and no other feature must know about projects (decision 56).
 */
export function createProjectTexts(dependencies: ProjectTextDependencies) {
  const { db, jobs, events, messages, projects, bookmarks } = dependencies;
  const log = dependencies.log.child({ feature: "project-texts" });
  const projectTextMessages = createProjectTextMessageService(db, messages);

  /**
   * Edits the messages with the project's texts, so that they contain the current texts. Existing translations become
   * outdated.
   */
  async function updateTextMessages(projectId: string): Promise<void> {
    const texts = await store.findOriginalProjectTexts(db, projectId);
    if (!texts) return;
    for (const textMessage of await store.listProjectTextMessages(db, projectId))
      await projectTextMessages.follow(textMessage, texts[textMessage.field]);
  }
  jobs.define<{ projectId: string }>(updateTextMessagesJob, ({ projectId }) => updateTextMessages(projectId));
  jobs.define<{ projectId: string }>(storeSearchWordsJob, ({ projectId }) =>
    projects.storeSearchWords(projectId),
  );

  events.onWrite("ProjectChanged", async (tx, { projectId }) => {
    if ((await store.listProjectTextMessages(tx, projectId)).length > 0)
      await jobs.send(
        tx,
        updateTextMessagesJob,
        { projectId },
        { after: updateDelaySeconds, group: projectId },
      );
  });
  events.on("ProjectChanged", async ({ projectId }) => {
    await projects.publishChange(projectId);
    await updateTextMessages(projectId).catch((error: unknown) =>
      log.warn({ err: error }, "A project's texts did not follow it; a job does it."),
    );
  });

  /**
   * Stores approved translations and deletes rejected ones. After an edit of the original, the translation of the
   * earlier text stays stored and counts as outdated.
   */
  async function storeTranslations(
    tx: Kysely<DB>,
    textMessage: store.ProjectTextMessageRow,
    message: Message,
  ): Promise<void> {
    await store.removeTranslation(tx, textMessage, message.language);
    for (const translation of message.translations ?? []) {
      const { language, content, state } = translation;
      if (!isTranslationCurrent(translation, message)) continue;
      if (state === "APPROVED")
        await store.saveTranslation(tx, textMessage, { language, content, original: message.content });
      if (state === "NEEDS_RETRANSLATION") await store.removeTranslation(tx, textMessage, language);
    }
  }
  events.onWrite("TranslationChanged", async (tx, { message }) => {
    const textMessage = await store.findProjectTextByMessage(tx, message.id);
    if (!textMessage) return;
    await storeTranslations(tx, textMessage, message);
    await jobs.send(
      tx,
      storeSearchWordsJob,
      { projectId: textMessage.project_id },
      { group: textMessage.project_id },
    );
  });
  events.on("TranslationChanged", async ({ message }) => {
    const textMessage = await store.findProjectTextByMessage(db, message.id);
    if (textMessage) await projects.publishChange(textMessage.project_id);
  });

  /** Returns the project and the id of its client's room. Throws if the person is not in that room. */
  async function requireClientRoom({ userId, role }: ProjectTextAuthor, projectId: string) {
    const project = await projects.view({ userId, isAdmin: role === "admin" }, projectId);
    const roomId = project.conversations.client;
    if (!roomId) throw new AppError("ERR.FORBIDDEN");
    return { project, roomId };
  }

  /**
   * Returns the language in which a project's description is written. If this language cannot be detected, returns the
   * host's language. The project's other texts, such as "6 weeks", are too short to detect their language, so they
   * count as written in this language, too.
   */
  async function findWritingLanguage({
    id,
    description,
  }: Pick<Project, "id" | "description">): Promise<Language> {
    return detectLanguage(description, await store.findHostLanguage(db, id));
  }

  async function listTextsOf(project: Project): Promise<ProjectTextProgress[]> {
    const textMessages = await store.listProjectTextMessages(db, project.id);
    const shownTranslations = await store.listShownTranslations(db, project.id);
    const writingLanguage = await findWritingLanguage(project);
    return Promise.all(
      projectTextFields.map(async (field) => {
        const textMessage = textMessages.find((textMessageRow) => textMessageRow.field === field);
        const message = textMessage && (await projectTextMessages.findMessage(textMessage));
        return {
          field,
          message_id: message?.id ?? null,
          language: message?.language ?? detectLanguage(project[field], writingLanguage),
          is_too_long: isTooLongForMessage(project[field]),
          // Leaves out a translation that nobody has requested and that only waits for machine translation.
          translations: (message?.translations ?? [])
            .filter(({ version, waits_for_machine }) => version > 0 || !waits_for_machine)
            .map(({ language, state }) => ({
              language,
              state,
              is_shown: shownTranslations.some(
                (translation) => translation.field === field && translation.language === language,
              ),
            })),
        };
      }),
    );
  }

  return {
    async list(person: ProjectTextAuthor, projectId: string): Promise<ProjectTextProgress[]> {
      const { project } = await requireClientRoom(person, projectId);
      return listTextsOf(project);
    },

    async ask(
      person: ProjectTextAuthor,
      projectId: string,
      { languages, note }: { languages: readonly Language[]; note: string },
    ): Promise<ProjectTextProgress[]> {
      const { project, roomId } = await requireClientRoom(person, projectId);
      const textTarget = { projectId, roomId };
      // The texts are in the language of the project's description, even if a person with another language asks for
      // their translation.
      const sender = { ...person, writingLanguage: await findWritingLanguage(project) };
      const nameMessage = await projectTextMessages.sendOnce(
        sender,
        { ...textTarget, field: "name" },
        project.name,
      );
      const textMessages = [nameMessage];
      for (const field of ["description", "skill", "time"] as const) {
        if (isTooLongForMessage(project[field])) continue;
        textMessages.push(
          await projectTextMessages.sendOnce(
            sender,
            { ...textTarget, field, parentId: nameMessage.id },
            project[field],
          ),
        );
      }
      const ids = textMessages.map(({ id }) => id);
      // Languages that were requested earlier stay requested.
      const earlierLanguages = textMessages.flatMap(({ translations = [] }) =>
        translations.map(({ language }) => language),
      );
      const requestedLanguages = [...new Set([...languages, ...earlierLanguages])];
      await bookmarks.bookmarkMessages(person, roomId, ids, {
        languages: requestedLanguages,
        ...(note !== "" && { note }),
      });
      return listTextsOf(project);
    },
  };
}
