import type { FoundChannelPages } from "@kakehashi/contract/channel-pages";
import { maximumFoundChannelPages } from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import { recordAudit } from "../audit/service.ts";
import * as store from "./connect-store.ts";
import type { ChannelActor, ChannelDependencies } from "./dependencies.ts";
import { findReconnectDeadline, type PageSecretEncryption } from "./page-secret-encryption.ts";
import * as pages from "./page-store.ts";
import { type ChannelPlatform, type ConnectablePage, PlatformError } from "./platforms/platform.ts";

interface PageConnectionDependencies
  extends Pick<ChannelDependencies, "db" | "bots" | "platforms" | "publicUrl"> {
  readonly secrets: PageSecretEncryption;
  /** Sends an event to everybody who works on the bot, because the bot's pages have changed. */
  announcePagesChange(botId: string): Promise<void>;
  /** Wakes the sender, which then sends the messages that have waited for the page. */
  wakeSender(): void;
}

/** Maximum UTF-16 code units of a page's name that are stored. */
const maximumPageNameLength = 200;

/**
 * The stored data of an attempt to connect pages: the PKCE verifier, and the pages that the platform lists for the
 * person.
 */
interface ConnectAttemptData {
  readonly verifier: string;
  readonly found: readonly ConnectablePage[] | null;
}

/** Converts a platform's refusal to an API error, for the person who connects pages. */
function toAppError(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error;
  const isTemporary = error.code === "UNREACHABLE" || error.code === "RATE";
  return new AppError(
    isTemporary ? "CHANNEL.UNREACHABLE" : "CHANNEL.REFUSED",
    isTemporary ? { retryAfter: 60 } : {},
  );
}

/**
 * Joins platform pages to a bot by OAuth. The person grants access at the platform, comes back with a code, and chooses
 * pages. The secrets are encrypted, and OAuth's `state` is stored as a hash, so a copy of the table is not enough to
 * join a page.
 */
export function createPageConnection({
  db,
  bots,
  platforms,
  publicUrl,
  secrets,
  announcePagesChange,
  wakeSender,
}: PageConnectionDependencies) {
  const redirectUri = `${publicUrl}/bots/callback`;
  const createEncryptionContext = (stateHash: Buffer) => `channel-connect ${stateHash.toString("base64url")}`;

  function requirePlatform(name: OutsidePlatform): ChannelPlatform {
    const platform = platforms.get(name);
    if (!platform) throw new AppError("CHANNEL.NOT_CONFIGURED");
    return platform;
  }

  function decryptAttemptData(
    stateHash: Buffer,
    { key_id, secret }: store.ConnectAttemptRow,
  ): ConnectAttemptData {
    const storedState = secrets.open(
      { key_id, value: secret },
      createEncryptionContext(stateHash),
    ) as ConnectAttemptData;
    return {
      ...storedState,
      found:
        storedState.found?.map(({ tokens, ...page }) => ({
          ...page,
          tokens: { ...tokens, expiresAt: tokens.expiresAt && new Date(tokens.expiresAt) },
        })) ?? null,
    };
  }

  /** Returns the chosen pages of an attempt, if the person may join them to the attempt's bot now. Locks the pages. */
  async function checkChosenPages(
    tx: Kysely<DB>,
    person: ChannelActor,
    stateHash: Buffer,
    externalIds: readonly string[],
  ) {
    const row = await store.lockConnectAttempt(tx, stateHash, person.userId);
    const foundPages = row && decryptAttemptData(stateHash, row).found;
    if (!row || !foundPages) throw new AppError("CHANNEL.CONNECT_ENDED");
    await bots.requireIn(tx, person, row.bot_id, "manage");
    const chosenPages = foundPages.filter(({ externalId }) => externalIds.includes(externalId));
    if (chosenPages.length < new Set(externalIds).size)
      throw new AppError("ERR.INPUT", { fields: { external_ids: "choice" } });
    const joinedPages = await pages.lockPagesByExternalIds(tx, row.platform, externalIds);
    if (joinedPages.some(({ bot_id, state }) => bot_id !== row.bot_id && state !== "DISCONNECTED"))
      throw new AppError("CHANNEL.PAGE_TAKEN");
    return { row, chosenPages, joinedPages };
  }

  async function joinPage(
    tx: Kysely<DB>,
    person: ChannelActor,
    { row, joinedPages }: Pick<Awaited<ReturnType<typeof checkChosenPages>>, "row" | "joinedPages">,
    { externalId, name: fullName, tokens }: ConnectablePage,
  ): Promise<void> {
    const id = joinedPages.find((page) => page.external_id === externalId)?.id ?? newId();
    const name = fullName.slice(0, maximumPageNameLength).toWellFormed();
    await pages.upsertPage(tx, {
      id,
      platform: row.platform,
      externalId,
      botId: row.bot_id,
      name,
      encryptedTokens: secrets.sealTokens(tokens, id),
      tokenExpiresAt: findReconnectDeadline(tokens),
    });
    await recordAudit(tx, person, "channel.connect", row.bot_id, { title: name });
  }

  return {
    /** Returns the URL at the platform where the person lets us act for their pages. */
    async begin(person: ChannelActor, name: OutsidePlatform, botId: string): Promise<string> {
      await bots.require(db, person, botId, "manage");
      const platform = requirePlatform(name);
      const [state, verifier] = [newSecret(), newSecret()];
      const stateHash = hashSecret(state);
      const storedState: ConnectAttemptData = { verifier, found: null };
      const sealed = secrets.seal(storedState, createEncryptionContext(stateHash));
      await store.insertConnectAttempt(db, {
        stateHash,
        userId: person.userId,
        botId,
        platform: name,
        encryptedData: sealed,
      });
      return platform.createConnectUrl({ redirectUri, state, verifier });
    },

    /**
     * Stores and returns the pages that the person may join to a bot. They must be stored, because the platform's code
     * works only once and cannot fetch them again.
     */
    async finish(person: ChannelActor, query: Readonly<Record<string, string>>): Promise<FoundChannelPages> {
      const state = query.state ?? "";
      const stateHash = hashSecret(state);
      const { row, found } = await db.transaction().execute(async (tx) => {
        const row = await store.lockConnectAttempt(tx, stateHash, person.userId);
        if (!row) throw new AppError("CHANNEL.CONNECT_ENDED");
        const storedState = decryptAttemptData(stateHash, row);
        if (storedState.found) return { row, found: storedState.found };
        const connectAttempt = { redirectUri, state, verifier: storedState.verifier };
        const connectablePages = await requirePlatform(row.platform)
          .listConnectablePages(connectAttempt, query)
          .catch((error: unknown) => {
            throw toAppError(error);
          });
        const firstPages = connectablePages.slice(0, maximumFoundChannelPages);
        await store.updateConnectAttemptSecret(
          tx,
          stateHash,
          secrets.seal({ ...storedState, found: firstPages }, createEncryptionContext(stateHash)),
        );
        return { row, found: firstPages };
      });
      const bot = await bots.require(db, person, row.bot_id, "manage");
      const ids = found.map(({ externalId }) => externalId);
      const joinedPagesById = new Map(
        (await pages.listBotsOfPages(db, row.platform, ids)).map(({ external_id, id, name }) => [
          external_id,
          { id, name },
        ]),
      );
      return {
        platform: row.platform,
        bot: { id: bot.id, name: bot.name },
        bot_answers: bot.platforms.includes(row.platform),
        pages: found.map(({ externalId, name }) => ({
          external_id: externalId,
          name: name.slice(0, maximumPageNameLength).toWellFormed(),
          joined_to: joinedPagesById.get(externalId) ?? null,
        })),
      };
    },

    /** Joins chosen pages to the bot. Returns the pages' ids on the platform, and the platform. */
    async join(
      person: ChannelActor,
      state: string,
      externalIds: readonly string[],
    ): Promise<{ platform: OutsidePlatform; externalIds: readonly string[] }> {
      const stateHash = hashSecret(state);
      const checkedPages = await db
        .transaction()
        .execute((tx) => checkChosenPages(tx, person, stateHash, externalIds));
      // The platform sends us the events of a page only after this API call. We ignore events that arrive before the
      // page is joined to a bot.
      for (const { externalId, tokens } of checkedPages.chosenPages)
        await requirePlatform(checkedPages.row.platform)
          .subscribe(externalId, tokens)
          .catch((error: unknown) => {
            throw toAppError(error);
          });
      const { row, chosenPages } = await db.transaction().execute(async (tx) => {
        // Check the chosen pages again in this transaction, because somebody else may have joined one of them since the
        // first check.
        const now = await checkChosenPages(tx, person, stateHash, externalIds);
        for (const page of now.chosenPages) await joinPage(tx, person, now, page);
        await store.deleteConnectAttempt(tx, stateHash);
        return now;
      });
      await announcePagesChange(row.bot_id);
      wakeSender();
      return { platform: row.platform, externalIds: chosenPages.map(({ externalId }) => externalId) };
    },
  };
}
