import { type ChannelPage, maximumListedChannelPages } from "@kakehashi/contract/channel-pages";
import { type OutsidePlatform, outsidePlatforms } from "@kakehashi/contract/channel-states";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { recordAudit } from "../audit/service.ts";
import type { ChannelActor, ChannelDependencies } from "./dependencies.ts";
import type { PageSecretEncryption } from "./page-secret-encryption.ts";
import * as store from "./page-store.ts";
import { failQueuedCallsOfPage } from "./send-store.ts";

interface ChannelPagesDependencies
  extends Pick<ChannelDependencies, "db" | "bots" | "platforms" | "publicUrl" | "log"> {
  readonly secrets: PageSecretEncryption;
  announcePagesChange(botId: string): Promise<void>;
  /** Wakes the sender, which sends the messages that have waited for the page. */
  wakeSender(): void;
}

/** Lists the pages that are joined to bots, and pauses and disconnects pages. */
export function createPages({
  db,
  bots,
  platforms,
  publicUrl,
  log,
  secrets,
  ...dependencies
}: ChannelPagesDependencies) {
  function toChannelPage(row: store.ListedPage, isAdmin: boolean): ChannelPage {
    const { bot_id, bot_name, part, token_expires_at, last_event_at, ...visibleColumns } = row;
    return {
      ...visibleColumns,
      bot: { id: bot_id, name: bot_name },
      token_expires_at: token_expires_at?.toISOString() ?? null,
      last_event_at: last_event_at?.toISOString() ?? null,
      // The platform sends the events of all pages of our app to this one URL.
      webhook_url: `${publicUrl}/api/webhooks/${row.platform.toLowerCase()}/app`,
      may_manage: isAdmin || part === "OWNER",
    };
  }

  async function listPages(person: ChannelActor): Promise<ChannelPage[]> {
    const rows = await store.listPages(db, person, maximumListedChannelPages);
    return rows.map((row) => toChannelPage(row, person.isAdmin));
  }

  async function viewPage(person: ChannelActor, id: string): Promise<ChannelPage> {
    const page = (await listPages(person)).find((listedPage) => listedPage.id === id);
    if (!page) throw createNotFoundError();
    return page;
  }

  /** Returns a page whose bot the person owns, and locks it. Throws "not found" or "forbidden". */
  async function lockPageOfOwner(tx: typeof db, person: ChannelActor, id: string): Promise<store.PageRow> {
    const foundPage = await store.findPage(tx, id);
    if (!foundPage) throw createNotFoundError();
    await bots.requireIn(tx, person, foundPage.bot_id, "manage");
    const page = await store.lockPage(tx, id);
    if (page?.bot_id !== foundPage.bot_id) throw createNotFoundError();
    return page;
  }

  return {
    list: listPages,
    platforms: () =>
      outsidePlatforms.map((platform) => ({ platform, is_configured: platforms.has(platform) })),

    /** Returns the pages of a platform that the person has just joined to a bot. */
    async joined(
      person: ChannelActor,
      { platform, externalIds }: { platform: OutsidePlatform; externalIds: readonly string[] },
    ): Promise<ChannelPage[]> {
      return (await listPages(person)).filter(
        (page) => page.platform === platform && externalIds.includes(page.external_id),
      );
    },

    async pause(person: ChannelActor, id: string, isPaused: boolean): Promise<ChannelPage> {
      const page = await db.transaction().execute(async (tx) => {
        const page = await lockPageOfOwner(tx, person, id);
        if (page.state === "DISCONNECTED") throw new AppError("CHANNEL.DISCONNECTED");
        const state = isPaused ? "PAUSED" : "CONNECTED";
        if (page.state === state) return page;
        await store.updatePageState(tx, id, state);
        await recordAudit(tx, person, "channel.pause", page.bot_id, { title: page.name, paused: isPaused });
        return page;
      });
      await dependencies.announcePagesChange(page.bot_id);
      if (!isPaused) dependencies.wakeSender();
      return viewPage(person, id);
    },

    async disconnect(person: ChannelActor, id: string): Promise<ChannelPage> {
      const page = await db.transaction().execute(async (tx) => {
        const page = await lockPageOfOwner(tx, person, id);
        if (page.state === "DISCONNECTED") return page;
        await store.updatePageState(tx, id, "DISCONNECTED");
        await failQueuedCallsOfPage(tx, id);
        await recordAudit(tx, person, "channel.disconnect", page.bot_id, { title: page.name });
        return page;
      });
      const tokens = secrets.tokensOf(page);
      // If the platform cannot be told to stop, it continues to send events of the page. The server ignores these
      // events.
      if (tokens)
        await platforms
          .get(page.platform)
          ?.unsubscribe(page.external_id, tokens)
          .catch((error: unknown) => log.warn(error, "A page could not be unsubscribed."));
      await dependencies.announcePagesChange(page.bot_id);
      return viewPage(person, id);
    },
  };
}
