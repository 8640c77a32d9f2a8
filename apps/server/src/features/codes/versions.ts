import { Readable } from "node:stream";
import { createCodeFileName } from "@kakehashi/contract/code-languages";
import type { SnippetVersion, SnippetVersionWithCode } from "@kakehashi/contract/code-versions";
import type { Snippet } from "@kakehashi/contract/codes";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { SnippetAction } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import type { AuditAuthor } from "../audit/service.ts";
import type { Files } from "../files/service.ts";
import type * as store from "./store.ts";
import type { SnippetText } from "./text-store.ts";
import * as versionStore from "./version-store.ts";

export type SnippetPerson = AuditAuthor & { userId: string };

export const pickSnippetText = ({ title, description, language, content }: SnippetText): SnippetText => ({
  title,
  description,
  language,
  content,
});

export const areSnippetTextsEqual = (firstText: SnippetText, secondText: SnippetText) =>
  JSON.stringify(pickSnippetText(firstText)) === JSON.stringify(pickSnippetText(secondText));

export function requireNewestVersion({ apiFields }: store.SnippetWithPermissions, version: number): void {
  if (apiFields.version !== version)
    throw new AppError("CODE.EDITED", {
      current: { content: apiFields.content, revision: apiFields.version },
    });
}

interface VersionDependencies {
  readonly db: Kysely<DB>;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  /** Returns a snippet that the person may read. Throws "not found" for a snippet that they may not read. */
  findSnippet(executor: Kysely<DB>, userId: string, slug: string): Promise<store.SnippetWithPermissions>;
  /** Finds a snippet with which the person may do `action`, and locks it for a change. Throws if they may not. */
  lockSnippet(
    tx: Kysely<DB>,
    userId: string,
    slug: string,
    action: SnippetAction,
  ): Promise<store.SnippetWithPermissions>;
  view(userId: string, slug: string): Promise<Snippet>;
}

/** Reads and writes the texts of snippets, version by version. */
export function createSnippetVersions({ db, quota, findSnippet, lockSnippet, view }: VersionDependencies) {
  return {
    async downloadRaw(
      userId: string,
      slug: string,
      { version, download: isDownload }: { version?: number | undefined; download: boolean },
    ): Promise<DownloadAnswer> {
      const { id, apiFields } = await findSnippet(db, userId, slug);
      const text = version === undefined ? apiFields : await versionStore.findVersion(db, id, version);
      if (!text) throw createNotFoundError();
      const bytes = Buffer.from(text.content);
      return new DownloadAnswer({
        etag: `${id}-${version ?? apiFields.version}`,
        type: "text/plain; charset=utf-8",
        size: bytes.length,
        name: createCodeFileName(text),
        inline: !isDownload,
        open: async (range) =>
          Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false }),
      });
    },

    async versions(
      userId: string,
      slug: string,
      { page, paging }: { page: number; paging: number },
    ): Promise<{ data: SnippetVersion[]; meta: PageMeta }> {
      const { id } = await findSnippet(db, userId, slug);
      const offset = offsetOf({ page, paging });
      const { versions, total } = await versionStore.listVersions(db, id, { offset, limit: paging });
      return { data: versions, meta: { page, paging, total, has_more: offset + versions.length < total } };
    },

    async version(userId: string, slug: string, number: number): Promise<SnippetVersionWithCode> {
      const { id } = await findSnippet(db, userId, slug);
      const foundVersion = await versionStore.findVersion(db, id, number);
      if (!foundVersion) throw createNotFoundError();
      return foundVersion;
    },

    /** Saves the text of an older version as a new version. */
    async restore(author: SnippetPerson, slug: string, number: number, version: number): Promise<Snippet> {
      const { userId } = author;
      await db.transaction().execute(async (tx) => {
        const lockedSnippet = await lockSnippet(tx, userId, slug, "edit");
        requireNewestVersion(lockedSnippet, version);
        const olderVersion = await versionStore.findVersion(tx, lockedSnippet.id, number);
        if (!olderVersion) throw createNotFoundError();
        if (!areSnippetTextsEqual(lockedSnippet.apiFields, olderVersion))
          await quota.storeTexts(tx, userId, () =>
            versionStore.addVersionAndPrune(tx, lockedSnippet.id, pickSnippetText(olderVersion), {
              userId,
              number: version + 1,
              restoredFrom: number,
            }),
          );
      });
      return view(userId, slug);
    },
  };
}
