import {
  maximumListedCodeProjects,
  maximumSnippetsPerAuthor,
  type NewSnippetBody,
  type Snippet,
  type SnippetChangeBody,
  type SnippetListItem,
} from "@kakehashi/contract/codes";
import { canDoWithSnippet, type SnippetAction } from "@kakehashi/contract/permissions";
import { retentionPeriods } from "@kakehashi/contract/retention";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import { recordAudit } from "../audit/service.ts";
import type { Files } from "../files/service.ts";
import type { Projects } from "../projects/service.ts";
import { createSlug } from "./slug.ts";
import * as store from "./store.ts";
import type { SnippetText } from "./text-store.ts";
import * as versionStore from "./version-store.ts";
import {
  areSnippetTextsEqual,
  createSnippetVersions,
  pickSnippetText,
  requireNewestVersion,
  type SnippetPerson,
} from "./versions.ts";

export interface CodeDependencies {
  db: Kysely<DB>;
  files: Pick<Files, "quota">;
  projects: Pick<Projects, "listNames" | "requireJoined">;
}

export type CodeSnippets = ReturnType<typeof createCodeSnippets>;

/**
 * Manages the library of code snippets: a person's own snippets, and the snippets of the projects that the person has
 * joined.
 */
export function createCodeSnippets({ db, files, projects }: CodeDependencies) {
  const { quota } = files;

  /** Returns a snippet that the person may read. Throws "not found" for a snippet that they may not read. */
  async function findReadableSnippet(
    executor: Kysely<DB>,
    userId: string,
    slug: string,
    findOptions: Parameters<typeof store.findSnippet>[3] = {},
  ): Promise<store.SnippetWithPermissions> {
    const foundSnippet = await store.findSnippet(executor, userId, slug, findOptions);
    if (!foundSnippet || !canDoWithSnippet(foundSnippet.actor, "read")) throw createNotFoundError();
    return foundSnippet;
  }

  /** Returns a snippet that the person may change, and locks it. */
  async function lockSnippetForChange(
    tx: Kysely<DB>,
    userId: string,
    slug: string,
    action: SnippetAction,
    { isRemoved = false } = {},
  ) {
    const foundSnippet = await findReadableSnippet(tx, userId, slug, { isLocked: true, isRemoved });
    if (!canDoWithSnippet(foundSnippet.actor, action)) throw new AppError("ERR.FORBIDDEN");
    return foundSnippet;
  }

  async function readSnippet(userId: string, slug: string): Promise<Snippet> {
    const { apiFields, actor } = await findReadableSnippet(db, userId, slug);
    return {
      ...apiFields,
      can_edit: canDoWithSnippet(actor, "edit"),
      can_share: canDoWithSnippet(actor, "share"),
    };
  }

  /**
   * Throws if the person cannot share snippets with the project. The error is the same if the project does not exist.
   */
  async function requireSharableProject(userId: string, projectId: string | null): Promise<void> {
    if (projectId === null) return;
    try {
      await projects.requireJoined({ userId, isAdmin: false }, projectId);
    } catch (error) {
      if (error instanceof AppError && error.code === "ERR.NOT_FOUND")
        throw new AppError("ERR.INPUT", { fields: { project_id: "choice" } });
      throw error;
    }
  }

  /**
   * Throws if the author has the maximum number of snippets. Locks the author's row, so that two parallel API calls
   * cannot exceed the maximum together.
   */
  async function requireBelowSnippetLimit(tx: Kysely<DB>, authorId: string): Promise<void> {
    await store.lockAuthor(tx, authorId);
    if ((await store.countSnippetsOf(tx, authorId)) >= maximumSnippetsPerAuthor)
      throw new AppError("CODE.TOO_MANY");
  }

  async function moveToProject(
    tx: Kysely<DB>,
    author: SnippetPerson,
    { id, apiFields, projectId, actor }: store.SnippetWithPermissions,
    newProjectId: string | null,
  ): Promise<void> {
    if (newProjectId === projectId) return;
    if (!canDoWithSnippet(actor, "share")) throw new AppError("ERR.FORBIDDEN");
    await requireSharableProject(author.userId, newProjectId);
    await store.setProjectOfSnippet(tx, id, newProjectId);
    await recordAudit(tx, author, "code.share", id, {
      title: apiFields.title,
      from: projectId,
      to: newProjectId,
    });
  }

  /**
   * Writes an audit entry if the snippet belongs to a project. Private snippets are not logged, because admins could
   * read about them in the log.
   */
  async function recordAuditIfInProject(
    tx: Kysely<DB>,
    author: SnippetPerson,
    action: "code.remove" | "code.restore",
    { id, apiFields, projectId }: store.SnippetWithPermissions,
  ): Promise<void> {
    if (projectId)
      await recordAudit(tx, author, action, id, { title: apiFields.title, project_id: projectId });
  }

  return {
    view: readSnippet,
    ...createSnippetVersions({
      db,
      quota,
      findSnippet: findReadableSnippet,
      lockSnippet: lockSnippetForChange,
      view: readSnippet,
    }),

    async getCard(userId: string, slug: string): Promise<SnippetListItem> {
      const { apiFields } = await findReadableSnippet(db, userId, slug);
      const { edited_by: _, team_id: __, content, ...cardFields } = apiFields;
      return { ...cardFields, excerpt: store.createExcerpt(content), removed_at: null };
    },

    async list(
      userId: string,
      query: store.SnippetFilter & { page: number; paging: number; skip?: number | undefined },
    ) {
      const { page, paging, skip, ...filter } = query;
      const offset = offsetOf({ page, paging, skip });
      const { snippets, total } = await store.listSnippets(db, userId, filter, { offset, limit: paging });
      const hasMore = snippets.length > 0 && offset + snippets.length < total;
      const { data, ...pageMeta } = cutPage(snippets, offset, hasMore);
      return { data, meta: { page, paging, total, ...pageMeta } };
    },

    /** Returns the projects with which the person can share a snippet. */
    projects: (userId: string) => projects.listNames({ userId, isAdmin: false }, maximumListedCodeProjects),

    async create(author: SnippetPerson, { project_id, ...text }: NewSnippetBody): Promise<Snippet> {
      const { userId } = author;
      await requireSharableProject(userId, project_id);
      const slug = createSlug(text.title);
      await db.transaction().execute(async (tx) => {
        await requireBelowSnippetLimit(tx, userId);
        const id = newId();
        await quota.storeTexts(tx, userId, () =>
          store.insertSnippet(tx, { id, slug, userId, projectId: project_id }, text),
        );
        if (project_id)
          await recordAudit(tx, author, "code.share", id, { title: text.title, from: null, to: project_id });
      });
      return readSnippet(userId, slug);
    },

    async change(author: SnippetPerson, slug: string, change: SnippetChangeBody): Promise<Snippet> {
      const { userId } = author;
      const { version, project_id, ...changedFields } = change;
      await db.transaction().execute(async (tx) => {
        const lockedSnippet = await lockSnippetForChange(tx, userId, slug, "edit");
        requireNewestVersion(lockedSnippet, version);
        const snippetTextBefore = pickSnippetText(lockedSnippet.apiFields);
        const snippetTextAfter: SnippetText = { ...snippetTextBefore, ...omitUndefinedFields(changedFields) };
        if (!areSnippetTextsEqual(snippetTextBefore, snippetTextAfter))
          await quota.storeTexts(tx, userId, () =>
            versionStore.addVersionAndPrune(tx, lockedSnippet.id, snippetTextAfter, {
              userId,
              number: version + 1,
            }),
          );
        if (project_id !== undefined) await moveToProject(tx, author, lockedSnippet, project_id);
      });
      return readSnippet(userId, slug);
    },

    /** Moves a snippet to the trash. */
    async remove(author: SnippetPerson, slug: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const foundSnippet = await lockSnippetForChange(tx, author.userId, slug, "edit");
        await store.setSnippetRemoved(tx, foundSnippet.id, author.userId);
        await recordAuditIfInProject(tx, author, "code.remove", foundSnippet);
      });
    },

    async takeBack(author: SnippetPerson, slug: string): Promise<Snippet> {
      await db.transaction().execute(async (tx) => {
        const foundSnippet = await lockSnippetForChange(tx, author.userId, slug, "edit", { isRemoved: true });
        await requireBelowSnippetLimit(tx, foundSnippet.authorId);
        await store.setSnippetRemoved(tx, foundSnippet.id, null);
        await recordAuditIfInProject(tx, author, "code.restore", foundSnippet);
      });
      return readSnippet(author.userId, slug);
    },

    removeForGood: (author: SnippetPerson, slug: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { id } = await lockSnippetForChange(tx, author.userId, slug, "edit", { isRemoved: true });
        await store.deleteSnippet(tx, id);
      }),

    /** Deletes snippets that have been in the trash for `codeTrashDays`. Returns their number. */
    prune: (): Promise<number> => store.deleteExpiredTrash(db, retentionPeriods.codeTrashDays),

    /** Deletes a deleted person's private snippets. Snippets of projects stay. */
    removeDeletedPerson: (userId: string): Promise<void> => store.deletePrivateSnippetsOf(db, userId),
  };
}

type SnippetChanges = { readonly [K in keyof SnippetText]?: SnippetText[K] | undefined };

const omitUndefinedFields = (fields: SnippetChanges) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<SnippetText>;
