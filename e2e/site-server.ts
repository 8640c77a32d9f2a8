import { ServerProcess, type Settings } from "./server.ts";

/** The account of the public site's admin. */
export const admin = { email: "admin@kakehashi.example", password: "Bridge2026" };

/**
 * Starts a server with an admin and the first articles, and with nobody else. A stranger sees the site in this state.
 */
export const startSite = (copied?: string, settings: Settings = {}): Promise<ServerProcess> =>
  ServerProcess.start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings }, copied);
