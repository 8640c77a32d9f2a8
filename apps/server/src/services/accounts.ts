import { framesPerMinute } from "@kakehashi/contract/live";
import { createRepeatedEvents } from "../features/audit/service.ts";
import { createAuthFeature } from "../features/auth/routes.ts";
import { createSessionLookup } from "../features/auth/sessions.ts";
import { createAccessTokens } from "../features/auth/tokens.ts";
import { createCatalogueFeature } from "../features/catalogue/routes.ts";
import { createEmojisFeature } from "../features/emojis/service.ts";
import { createLive } from "../features/live/service.ts";
import { createMailer } from "../features/mail/service.ts";
import { createNotificationsFeature } from "../features/notifications/routes.ts";
import { createClosablePagesFeature } from "../features/pages/routes.ts";
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
export async function createAccountServices(baseServices: BaseServices) {
  const { limitsFactor, presenceClock } = baseServices;
  const tokens = createAccessTokens(baseServices.keyring.deriveKeysFor("access-token"));
  const sessions = createSessionLookup({ ...baseServices, tokens });
  const liveService = createLive({
    ...baseServices,
    sessions,
    ...(limitsFactor && { framesPerMinute: framesPerMinute * limitsFactor }),
  });
  const mailer = createMailer(baseServices);
  const pages = createClosablePagesFeature(baseServices);
  const repeatedEvents = createRepeatedEvents(baseServices);
  const google = baseServices.google ?? null;
  const auth = await createAuthFeature({
    ...baseServices,
    repeatedEvents,
    mailer,
    live: liveService,
    tokens,
    sessions,
    pages,
    google,
  });
  const users = createUsersFeature({ ...baseServices, live: liveService });
  const rooms = createRooms({ ...baseServices, live: liveService, users });
  const presence = createPresence({
    ...baseServices,
    live: liveService,
    rooms,
    ...(presenceClock && { clock: presenceClock }),
  });
  const emojis = createEmojisFeature();
  const notifications = createNotificationsFeature({ ...baseServices, live: liveService, mailer });
  const staff = createStaff({ ...baseServices, mailer, notifications, live: liveService });
  const catalogue = createCatalogueFeature(baseServices);
  return {
    live: liveService,
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
