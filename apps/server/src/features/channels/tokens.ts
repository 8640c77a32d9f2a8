import type { ChannelProblem } from "@kakehashi/contract/channel-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { toStoredChannelError } from "./page-error.ts";
import { findReconnectDeadline, type PageSecretEncryption } from "./page-secret-encryption.ts";
import * as store from "./page-store.ts";
import { type PageTokens, PlatformError } from "./platforms/platform.ts";
import type { Platforms } from "./platforms/platforms.ts";

/** How long before its expiry a token is renewed, in milliseconds. */
const renewalLeadMs = 5 * 60_000;

export interface PageWithTokens {
  readonly page: store.PageRow;
  readonly tokens: PageTokens;
}

interface PageTokenProviderDependencies {
  readonly db: Kysely<DB>;
  readonly secrets: Pick<PageSecretEncryption, "tokensOf" | "sealTokens">;
  readonly platforms: Platforms;
  /** Sends an event to everybody who works on the bot, because one of the bot's pages has changed. */
  announcePagesChange(botId: string): Promise<void>;
}

/** Returns the access tokens of pages and renews them. */
export function createPageTokenProvider({
  db,
  secrets,
  platforms,
  announcePagesChange,
}: PageTokenProviderDependencies) {
  const decryptTokensOfPage = (page: store.PageRow): PageWithTokens | null => {
    const tokens = secrets.tokensOf(page);
    return tokens && { page, tokens };
  };

  /**
   * Renews the tokens of a page. Locks the page's row, so that of several callers only one renews the tokens: a refresh
   * token may work only once. `usedTokenNumber` is the number of the token that the platform refused, and `error` is
   * the platform's message. If the tokens cannot be renewed, marks the page as broken, tells the people who work on the
   * bot, and returns null. Throws PlatformError if the platform cannot be reached.
   */
  async function renewToken(
    pageId: string,
    usedTokenNumber: number,
    error: ChannelProblem,
  ): Promise<PageWithTokens | null> {
    const { access, brokenPageBotId } = await db.transaction().execute(async (tx) => {
      const page = await store.lockPage(tx, pageId);
      const access = page && decryptTokensOfPage(page);
      if (!page || !access) return { access: null, brokenPageBotId: null };
      // Somebody else has already renewed the tokens, so return the renewed tokens.
      if (page.token_number !== usedTokenNumber) return { access, brokenPageBotId: null };
      const { tokens, refusal } = await requestNewTokens(page, access.tokens);
      if (!tokens) {
        if (page.state === "CONNECTED") await store.updatePageState(tx, page.id, "BROKEN");
        await store.updatePageError(
          tx,
          page.id,
          refusal === null ? error : toStoredChannelError("TOKEN", refusal),
        );
        return { access: null, brokenPageBotId: page.bot_id };
      }
      await store.updatePageTokens(
        tx,
        page.id,
        secrets.sealTokens(tokens, page.id),
        findReconnectDeadline(tokens),
      );
      return {
        access: { page: { ...page, token_number: page.token_number + 1 }, tokens },
        brokenPageBotId: null,
      };
    });
    if (brokenPageBotId !== null) await announcePagesChange(brokenPageBotId);
    return access;
  }

  /**
   * Requests new tokens from the platform. If the platform refuses, `tokens` is null and `refusal` is the platform's
   * message. If the platform never renews tokens, both are null. Throws PlatformError if the platform cannot be
   * reached, or if it received too many API calls.
   */
  async function requestNewTokens(
    { platform }: store.PageRow,
    tokens: PageTokens,
  ): Promise<{ tokens: PageTokens | null; refusal: string | null }> {
    try {
      return { tokens: (await platforms.get(platform)?.refreshTokens(tokens)) ?? null, refusal: null };
    } catch (error) {
      const isRefused =
        error instanceof PlatformError && error.code !== "UNREACHABLE" && error.code !== "RATE";
      if (isRefused) return { tokens: null, refusal: error.message };
      throw error;
    }
  }

  return {
    renew: renewToken,
    /**
     * Returns a page with its tokens. Renews tokens that expire soon first. Returns null if the page has no tokens or
     * the platform refuses to renew them. Throws PlatformError if the platform cannot be reached or received too many
     * API calls.
     */
    async of(pageId: string): Promise<PageWithTokens | null> {
      const page = await store.findPage(db, pageId);
      const access = page && decryptTokensOfPage(page);
      if (!page || !access) return null;
      const { expiresAt, refreshToken } = access.tokens;
      const expiresSoon = expiresAt !== null && expiresAt.getTime() - Date.now() < renewalLeadMs;
      if (!expiresSoon || refreshToken === null) return access;
      return renewToken(pageId, page.token_number, toStoredChannelError("TOKEN", "The token has ended."));
    },
  };
}

export type PageTokenProvider = ReturnType<typeof createPageTokenProvider>;
