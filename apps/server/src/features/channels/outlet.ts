import type { Said } from "@kakehashi/contract/flows/session";
import type { Jobs } from "../../kit/jobs.ts";
import type { Outlet } from "../bots/service.ts";
import { giveUpWaiting } from "./broadcast-giving-up.ts";
import { insertBroadcast } from "./broadcast-store.ts";
import { shareTagsJob } from "./links.ts";
import { pictureJob } from "./names.ts";
import { findPersonOfSession } from "./person-store.ts";
import type { Platforms } from "./platforms/platforms.ts";
import { insertSends } from "./send-store.ts";

/**
 * Sends what bots say to people on platforms, and takes note of what else they do: the tags that they set are those of all
 * who are the same human, and whoever is handed over gets their picture.
 */
export function createOutlet(platforms: Platforms, jobs: Pick<Jobs, "send">, wake: () => void): Outlet {
  return {
    async store(tx, sessionId, effects, broadcastId) {
      const said = effects.flatMap((effect): Said[] => (effect.type === "say" ? [effect.message] : []));
      const isTagged = effects.some(({ type }) => type === "tag");
      const isHandedOver = effects.some(({ type }) => type === "handoff");
      if (said.length === 0 && !isTagged && !isHandedOver) return;
      const person = await findPersonOfSession(tx, sessionId);
      if (!person) return;
      if (isTagged && person.linked_id)
        await jobs.send(tx, shareTagsJob, { person_id: person.id }, { group: person.bot_id });
      if (isHandedOver && !person.picture_asked_at)
        await jobs.send(tx, pictureJob, { person_id: person.id }, { group: person.page_id });
      if (said.length === 0) return;
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
    async giveUpBroadcasts(tx, sessionId) {
      const person = await findPersonOfSession(tx, sessionId);
      return person ? giveUpWaiting(tx, person.id, "TALKING") : [];
    },
    wake,
  };
}
