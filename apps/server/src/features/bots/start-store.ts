import type { Flow } from "@kakehashi/contract/flows/flow";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { SavedFlowReference } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { SessionRow } from "./session-store.ts";

type StartStory = SavedFlowReference & Pick<SessionRow, "languages" | "hours" | "maker_id">;

/**
 * Returns the story that new visitors of this platform begin with. Undefined if the bot does not answer on this
 * platform.
 */
export async function findStartStory(
  db: Executor,
  botId: string,
  platform: BotPlatform,
): Promise<StartStory | undefined> {
  const { rows } = await sql<StartStory>`
    select f.id as flow_id, p.save_number, b.languages, b.hours, b.created_by as maker_id from bots b
    join bot_flows f on f.id = b.start_flow_id and f.removed_at is null and f.is_enabled
    join bot_flow_publications p on p.flow_id = f.id and p.number = f.published_number
    where b.id = ${botId} and b.archived_at is null and b.removed_at is null and ${platform} = any(b.platforms)`.execute(
    db,
  );
  return rows[0];
}

interface VisitedBotRow {
  readonly id: string;
  readonly name: string;
  readonly picture: string | null;
  readonly languages: Language[];
  readonly sites: string[];
}

/**
 * Returns the public data of a bot on the web: what its visitors may see. Returns it even if the bot answers nobody,
 * for example because the bot is archived.
 */
export async function findVisitedBot(db: Executor, botId: string): Promise<VisitedBotRow | undefined> {
  const { rows } = await sql<VisitedBotRow>`
    select id, name, (select u.avatar from users u where u.id = user_id) as picture, languages, sites from bots
    where id = ${botId} and removed_at is null and 'WEB' = any(platforms)`.execute(db);
  return rows[0];
}

/**
 * Finds the published version of a story to which another story jumps. Returns undefined if the story is switched off,
 * deleted or not published.
 */
export async function findJumpTarget(
  db: Executor,
  botId: string,
  flowId: string,
): Promise<SavedFlowReference | undefined> {
  const { rows } = await sql<SavedFlowReference>`
    select f.id as flow_id, p.save_number from bot_flows f
    join bot_flow_publications p on p.flow_id = f.id and p.number = f.published_number
    where f.id = ${flowId} and f.bot_id = ${botId} and f.removed_at is null and f.is_enabled`.execute(db);
  return rows[0];
}

export async function findSavedFlow(
  db: Executor,
  { flow_id, save_number }: SavedFlowReference,
): Promise<Flow | undefined> {
  const { rows } = await sql<{ flow: Flow }>`
    select flow from bot_flow_saves where flow_id = ${flow_id} and number = ${save_number}`.execute(db);
  return rows[0]?.flow;
}
