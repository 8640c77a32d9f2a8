import type { OutsideWindow } from "@kakehashi/contract/channels";
import type { PersonRow } from "./person-store.ts";
import type { ChannelPlatform } from "./platforms/platform.ts";

/** Returns until when a person may be written to. Null: not any more. */
export function windowOf(
  platform: Pick<ChannelPlatform, "windows"> | undefined,
  { last_act_at, is_following }: Pick<PersonRow, "last_act_at" | "is_following">,
): OutsideWindow {
  if (!platform || !last_act_at || !is_following) return { all_until: null, people_until: null };
  const { botMs, personMs } = platform.windows;
  const until = (ms: number) => {
    const end = new Date(last_act_at.getTime() + ms);
    return end.getTime() > Date.now() ? end.toISOString() : null;
  };
  return { all_until: until(botMs), people_until: until(personMs) };
}
