import { ServerProcess, type Settings } from "./server.ts";

/** The account of the public site's admin. */
export const admin = { email: "admin@kakehashi.example", password: "Bridge2026" };

/**
 * Starts a server with an admin and the first blog articles, but without other people. A stranger sees the public site
 * in this state.
 */
export const startSite = (copied?: string, settings: Settings = {}): Promise<ServerProcess> =>
  ServerProcess.start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings }, copied);
