import type { ChannelError } from "@kakehashi/contract/channel-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { errorOf } from "./page-error.ts";
import { endOf, type PageSecrets } from "./page-secrets.ts";
import * as store from "./page-store.ts";
import { type PageTokens, PlatformError } from "./platforms/platform.ts";
import type { Platforms } from "./platforms/platforms.ts";

/** A token that ends within this time is renewed before it is used. */
const renewBeforeMs = 5 * 60_000;

export interface PageAccess {
  readonly page: store.PageRow;
  readonly tokens: PageTokens;
}

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly secrets: Pick<PageSecrets, "tokensOf" | "sealTokens">;
  readonly platforms: Platforms;
  /** Announces to everybody who works on the bot that one of its pages has changed. */
  announcePagesChange(botId: string): Promise<void>;
}

/** Gives out the tokens of pages and renews them. */
export function createTokens({ db, secrets, platforms, announcePagesChange }: Dependencies) {
  const pageAccessOf = (page: store.PageRow): PageAccess | null => {
    const tokens = secrets.tokensOf(page);
    return tokens && { page, tokens };
  };

  /**
   * Renews the tokens of a page once, however many callers ask: a refresh token may work only once, so the row stays
   * locked meanwhile. `usedNumber` is the number of the token that was refused, `error` what the platform said. Returns
   * null, marks the page as broken and tells its people, if there is nothing to renew them with. So it is after a kill
   * between the platform's answer and the commit: the stored refresh token has been used then. Throws PlatformError if the
   * platform cannot be reached.
   */
  async function renew(pageId: string, usedNumber: number, error: ChannelError): Promise<PageAccess | null> {
    const { access, brokenOf } = await db.transaction().execute(async (tx) => {
      const page = await store.lockPage(tx, pageId);
      const access = page && pageAccessOf(page);
      if (!page || !access) return { access: null, brokenOf: null };
      // Another call has renewed the tokens in the meantime.
      if (page.token_number !== usedNumber) return { access, brokenOf: null };
      const { tokens, refusal } = await askForNewTokens(page, access.tokens);
      if (!tokens) {
        if (page.state === "CONNECTED") await store.updateState(tx, page.id, "BROKEN");
        await store.updateError(tx, page.id, refusal === null ? error : errorOf("TOKEN", refusal));
        return { access: null, brokenOf: page.bot_id };
      }
      await store.updateTokens(tx, page.id, secrets.sealTokens(tokens, page.id), endOf(tokens));
      return { access: { page: { ...page, token_number: page.token_number + 1 }, tokens }, brokenOf: null };
    });
    if (brokenOf !== null) await announcePagesChange(brokenOf);
    return access;
  }

  /** Asks the platform for new tokens. Without `tokens` it refuses, in its words, or has none to give. */
  async function askForNewTokens(
    { platform }: store.PageRow,
    tokens: PageTokens,
  ): Promise<{ tokens: PageTokens | null; refusal: string | null }> {
    try {
      return { tokens: (await platforms.get(platform)?.refresh(tokens)) ?? null, refusal: null };
    } catch (error) {
      const isRefused =
        error instanceof PlatformError && error.code !== "UNREACHABLE" && error.code !== "RATE";
      if (isRefused) return { tokens: null, refusal: error.message };
      throw error;
    }
  }

  return {
    renew,
    /** Returns a page with tokens that can be used. Null if it has none. */
    async of(pageId: string): Promise<PageAccess | null> {
      const page = await store.findPage(db, pageId);
      const access = page && pageAccessOf(page);
      if (!page || !access) return null;
      const { expiresAt, refreshToken } = access.tokens;
      const isEnding = expiresAt !== null && expiresAt.getTime() - Date.now() < renewBeforeMs;
      if (!isEnding || refreshToken === null) return access;
      return renew(pageId, page.token_number, errorOf("TOKEN", "The token has ended."));
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
