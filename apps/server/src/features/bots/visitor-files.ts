import type { ExpectedAnswer } from "@kakehashi/contract/bot-visitor-shapes";
import { maximumTurnsPerSessionAndMinute } from "@kakehashi/contract/bot-visitors";
import type { SentFile } from "@kakehashi/contract/flows/events";
import { visitorFileLimits } from "@kakehashi/contract/outside-files";
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { createIdFromText } from "../../kit/ids.ts";
import { discardBody, type Files, receiveMultipartFile } from "../files/service.ts";
import type { OutsideSender } from "./outlet.ts";
import * as store from "./session-store.ts";
import * as turnStore from "./turn-store.ts";

const visitorFileLimit = {
  bytes: visitorFileLimits.megabytes * 1024 * 1024,
  errorCode: "BOT.SENT_FILE_TOO_LARGE",
} as const;
/** Maximum number of bytes of a multipart body besides its file. */
const bodyOverheadBytes = 16 * 1024;

/**
 * Returns the message id for a web visitor's message with a file. Visitors choose their `client_id` themselves. So the
 * id also depends on the session, and nobody can choose the id of somebody else's message.
 */
export const createFileMessageId = (sessionId: string, clientId: string): string =>
  createIdFromText(`${sessionId} file ${clientId}`);

export interface VisitorFileDependencies {
  readonly db: Kysely<DB>;
  readonly files: Pick<Files, "outside" | "staging" | "uploadTurn">;
  getOutsideSendingService(): Pick<OutsideSender, "addressOfFile"> | null;
  requireSessionId(botId: string, token: string | undefined): Promise<string>;
  findExpectedAnswer(position: store.StoryPosition): Promise<ExpectedAnswer | null>;
}

/**
 * Receives files from visitors on the web. The files are stored in the same way as files from people on outside
 * platforms.
 */
export function createVisitorFiles(dependencies: VisitorFileDependencies) {
  const {
    db,
    files,
    getOutsideSendingService: outlet,
    requireSessionId: sessionOf,
    findExpectedAnswer: inputOf,
  } = dependencies;

  /**
   * Whether a visitor may send a file now. They may if the bot's story asks for one, or if people answer the visitor.
   */
  async function isFileWanted(session: store.SessionRow): Promise<boolean> {
    if (session.is_paused || session.state.state.kind === "handed_over") return true;
    return (await inputOf(session))?.kind === "file";
  }

  /** Throws if visitors' files have used up the storage space that the bot's creator has for such files. */
  async function requireFileSpace(creatorId: string): Promise<void> {
    if (!(await files.outside.canReceiveFile(creatorId))) throw new AppError("FILE.NO_SPACE");
  }

  /**
   * Throws if the visitor may not send this file now: the session can store no further messages, neither the story nor
   * an agent expects a file, no storage space is left, or the request is too large. Runs before the file is read, so
   * that a refused file takes no time and storage.
   */
  async function requireWantedFile(session: store.SessionRow, request: FastifyRequest): Promise<void> {
    requireTurnAllowed(session, await turnStore.countTurnsInLastMinute(db, session.id));
    if (!(await isFileWanted(session))) throw new AppError("BOT.NO_FILE_ASKED");
    await requireFileSpace(session.maker_id);
    if (Number(request.headers["content-length"] ?? 0) > visitorFileLimit.bytes + bodyOverheadBytes)
      throw new AppError(visitorFileLimit.errorCode);
  }

  return {
    /**
     * Reads the file of a multipart request and stores it. A repeated request with the same `client_id` stores the file
     * only once.
     */
    async receive(
      { bot_id, client_id }: { bot_id: string; client_id: string },
      token: string | undefined,
      request: FastifyRequest,
    ): Promise<void> {
      const session = await store.findSession(db, await sessionOf(bot_id, token));
      if (!session) throw createNotFoundError();
      const messageId = createFileMessageId(session.id, client_id);
      const [knownFile] = await files.outside.listOf(db, messageId);
      if (knownFile?.state === "STORED") return discardBody(request);
      await requireWantedFile(session, request);
      const { maker_id: creatorId } = session;
      await files.uploadTurn(session.id, async () => {
        const { path, name } = await receiveMultipartFile(files.staging, request, visitorFileLimit);
        const fileLocation = {
          fileId: createIdFromText(`${messageId} 0`),
          messageClientId: messageId,
          position: 0,
          botMakerId: creatorId,
        };
        try {
          // Check the storage space again, because other uploads may have used it up during this upload.
          await requireFileSpace(creatorId);
          await files.outside.announce(fileLocation, name);
          await files.outside.storeAnnouncedFile(fileLocation, { path, name, kind: "file" });
        } finally {
          await files.staging.remove(path);
        }
      });
    },

    /**
     * Returns the stored file of a message, in the form that stories use. Throws a field error if the request contained
     * no file.
     */
    async require(tx: Kysely<DB>, sessionId: string, clientId: string): Promise<SentFile> {
      const [foundFile] = await files.outside.listOf(tx, createFileMessageId(sessionId, clientId));
      const address = outlet()?.addressOfFile(foundFile?.id ?? "");
      if (foundFile?.state !== "STORED" || !foundFile.category || foundFile.name === null || !address)
        throw new AppError("ERR.INPUT", { fields: { file: "required" } });
      const { name, category, size = 0 } = foundFile;
      return { name, category, size, address };
    },
  };
}

/**
 * Throws if the session can store no further messages now: its bot is archived, the session has reached its size
 * limits, or it got too many messages in the last minute.
 */
export function requireTurnAllowed(session: store.SessionRow, lastMinuteCount: number): void {
  if (session.is_archived) throw new AppError("BOT.ARCHIVED");
  if (store.isSessionFull(session)) throw new AppError("ERR.TOO_MANY", { retryAfter: 3_600 });
  if (lastMinuteCount >= maximumTurnsPerSessionAndMinute)
    throw new AppError("ERR.TOO_MANY", { retryAfter: 60 });
}
