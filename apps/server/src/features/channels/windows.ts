import type { MessagingWindow } from "@kakehashi/contract/channels";
import type { PersonRow } from "./person-store.ts";
import type { ChannelPlatform } from "./platforms/platform.ts";

/**
 * The columns of an outside person from which `computeMessagingWindow` computes how long bots and people may still write to that
 * person.
 */
export type ReplyWindowColumns = Pick<
  PersonRow,
  "last_act_at" | "closed_to_bots_act_at" | "closed_act_at" | "is_following"
>;

/**
 * Returns the times until which bots and people may write to an outside person. Null means that they may not write any
 * more.
 */
export function computeMessagingWindow(
  platform: Pick<ChannelPlatform, "windows"> | undefined,
  { last_act_at, closed_to_bots_act_at, closed_act_at, is_following }: ReplyWindowColumns,
): MessagingWindow {
  const closedWindow: MessagingWindow = { all_until: null, people_until: null };
  if (!platform || !last_act_at || !is_following) return closedWindow;
  const isLastAct = (actTime: Date | null) => actTime?.getTime() === last_act_at.getTime();
  if (isLastAct(closed_act_at)) return closedWindow;
  const { botMs, personMs } = platform.windows;
  const findFutureWindowEnd = (ms: number) => {
    const end = new Date(last_act_at.getTime() + ms);
    return end.getTime() > Date.now() ? end.toISOString() : null;
  };
  return {
    all_until: isLastAct(closed_to_bots_act_at) ? null : findFutureWindowEnd(botMs),
    people_until: findFutureWindowEnd(personMs),
  };
}
