import { framesPerMinute } from "@kakehashi/contract/live";
import { createRepeatedEvents } from "../features/audit/service.ts";
import { createAuthFeature } from "../features/auth/routes.ts";
import { createSessions } from "../features/auth/sessions.ts";
import { createAccessTokens } from "../features/auth/tokens.ts";
import { createCatalogueFeature } from "../features/catalogue/routes.ts";
import { createEmojis } from "../features/emojis/service.ts";
import { createLive } from "../features/live/service.ts";
import { createMailer } from "../features/mail/service.ts";
import { createNotificationsFeature } from "../features/notifications/routes.ts";
import { createPagesFeature } from "../features/pages/routes.ts";
import { createPresence } from "../features/presence/service.ts";
import { createRooms } from "../features/rooms/service.ts";
import { createStaff } from "../features/staff/service.ts";
import { createUsersFeature } from "../features/users/routes.ts";
import type { BaseServices } from "./base.ts";

export type AccountServices = Awaited<ReturnType<typeof createAccountServices>>;

/**
 * Creates the services for accounts, for delivery to people (live channel, mail, notifications), and for the members of
 * rooms.
 */
export async function createAccountServices(base: BaseServices) {
  const { limitsFactor, presenceClock } = base;
  const tokens = createAccessTokens(base.keyring.deriveKeysFor("access-token"));
  const sessions = createSessions({ ...base, tokens });
  const live = createLive({
    ...base,
    sessions,
    ...(limitsFactor && { framesPerMinute: framesPerMinute * limitsFactor }),
  });
  const mailer = createMailer(base);
  const pages = createPagesFeature(base);
  const repeatedEvents = createRepeatedEvents(base);
  const google = base.google ?? null;
  const auth = await createAuthFeature({
    ...base,
    repeatedEvents,
    mailer,
    live,
    tokens,
    sessions,
    pages,
    google,
  });
  const users = createUsersFeature({ ...base, live });
  const rooms = createRooms({ ...base, live, users });
  const presence = createPresence({
    ...base,
    live,
    rooms,
    ...(presenceClock && { clock: presenceClock }),
  });
  const emojis = createEmojis();
  const notifications = createNotificationsFeature({ ...base, live, mailer });
  const staff = createStaff({ ...base, mailer, notifications, live });
  const catalogue = createCatalogueFeature(base);
  return {
    live,
    repeatedEvents,
    sessions,
    mailer,
    pages,
    auth,
    users,
    rooms,
    presence,
    emojis,
    notifications,
    staff,
    catalogue,
  };
}
