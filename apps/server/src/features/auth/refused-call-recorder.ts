import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { networkOf } from "../../kit/http/network.ts";
import type { RepeatedEvents } from "../audit/service.ts";
import { createLogSampler } from "./log-sampling.ts";
import { findUserById } from "./store.ts";
import type { AccessTokens } from "./tokens.ts";

/** Writes refused API calls to the audit log. */
export type RefusedCallRecorder = ReturnType<typeof createRefusedCallRecorder>;

export function createRefusedCallRecorder(db: Kysely<DB>, events: RepeatedEvents, tokens: AccessTokens) {
  const shouldRecord = createLogSampler();
  return {
    /** Records an API call with a token that we did not sign, or with a token of an ended session. */
    async recordRefusedToken(accessToken: string, ip: string): Promise<void> {
      // Anybody can send API calls that are refused, so most of these calls are not written to the database.
      if (!shouldRecord(networkOf(ip))) return;
      const claims = await tokens.readClaimsIgnoringExpiry(accessToken);
      const user = claims && (await findUserById(db, claims.userId));
      const action = user ? "access.ended" : "access.forge";
      events.add({ author: { userId: null, ip }, action, subjectId: user?.id ?? null });
    },

    recordRefusedAdminCall: (userId: string, ip: string) =>
      events.add({ author: { userId, ip }, action: "access.admin", subjectId: userId }),

    /**
     * Records an API call that its signed-in caller may not make. `refusedCall` is the HTTP method and the path in the
     * contract.
     */
    recordRefusedCall(userId: string, ip: string, refusedCall: string): void {
      events.add({
        author: { userId, ip },
        action: "access.refused",
        subjectId: userId,
        details: { call: refusedCall },
      });
    },
  };
}
