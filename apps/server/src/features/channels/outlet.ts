import type { Said } from "@kakehashi/contract/flows/session";
import type { Outlet } from "../bots/service.ts";
import { insertBroadcast } from "./broadcast-store.ts";
import { findPersonOfSession } from "./person-store.ts";
import type { Platforms } from "./platforms/platforms.ts";
import { insertSends } from "./send-store.ts";

/** Sends what bots say to people on platforms. */
export function createOutlet(platforms: Platforms, wake: () => void): Outlet {
  return {
    async store(tx, sessionId, effects, broadcastId) {
      const said = effects.flatMap((effect): Said[] => (effect.type === "say" ? [effect.message] : []));
      if (said.length === 0) return;
      const person = await findPersonOfSession(tx, sessionId);
      if (!person) return;
      const platform = platforms.get(person.platform);
      const payloads = platform && !person.is_blocked ? said.flatMap(platform.render) : [];
      const place = { pageId: person.page_id, personId: person.id, messageId: null };
      await insertSends(tx, { ...place, broadcastId: broadcastId ?? null }, payloads);
      if (broadcastId === undefined) return;
      const nothing = person.is_blocked ? "BLOCKED" : "REFUSED";
      await insertBroadcast(tx, {
        ...place,
        broadcastId,
        sessionId,
        reason: payloads.length === 0 ? nothing : null,
      });
    },
    wake,
  };
}
