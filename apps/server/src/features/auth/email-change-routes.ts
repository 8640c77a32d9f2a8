import {
  cancelEmailChange,
  checkEmailChangeLink,
  confirmEmailChange,
  getPendingEmailChange,
  requestEmailChange,
  undoEmailChange,
} from "@kakehashi/contract/email-change";
import type { DefineRoute } from "../../kit/http/route.ts";
import { attemptOriginOfSession } from "./cookies.ts";
import type { Auth } from "./service.ts";

export function defineEmailChangeRoutes(route: DefineRoute, { emailChange }: Auth): void {
  route(getPendingEmailChange, async ({ actor }) => ({ data: await emailChange.findWaiting(actor.userId) }));
  route(requestEmailChange, async ({ actor, ip }, { body }) => {
    const { email, current_password: password, code } = body;
    const data = await emailChange.request(
      actor.userId,
      { email, password, code },
      attemptOriginOfSession(actor, ip),
    );
    return { data };
  });
  route(cancelEmailChange, async ({ actor }) => {
    await emailChange.cancel(actor.userId);
    return { data: {} };
  });
  route(checkEmailChangeLink, async (_, { body }) => ({ data: await emailChange.link(body.token) }));
  route(confirmEmailChange, async ({ ip }, { body }) => ({
    data: await emailChange.confirm(body.token, ip),
  }));
  route(undoEmailChange, async ({ ip }, { body }) => ({ data: await emailChange.undo(body.token, ip) }));
}
