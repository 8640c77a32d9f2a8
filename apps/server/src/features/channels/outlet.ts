import type { Said } from "@kakehashi/contract/flows/session";
import type { Outlet } from "../bots/service.ts";
import { findPersonOfSession } from "./person-store.ts";
import type { Platforms } from "./platforms/platforms.ts";
import { insertSends } from "./send-store.ts";

/** Sends what bots say to people on platforms. */
export function createOutlet(platforms: Platforms, wake: () => void): Outlet {
  return {
    async store(tx, sessionId, effects) {
      const said = effects.flatMap((effect): Said[] => (effect.type === "say" ? [effect.message] : []));
      if (said.length === 0) return;
      const person = await findPersonOfSession(tx, sessionId);
      const platform = person && platforms.get(person.platform);
      if (!person || !platform || person.is_blocked) return;
      const place = { pageId: person.page_id, personId: person.id, messageId: null };
      await insertSends(tx, place, said.flatMap(platform.render));
    },
    wake,
  };
}
