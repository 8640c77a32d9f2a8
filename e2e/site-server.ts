import { ServerProcess, type Settings } from "./server.ts";

/** The account of the site's admin. */
export const admin = { email: "admin@kakehashi.example", password: "Bridge2026" };

/** A server as a stranger sees it: with an admin, the first articles, and nobody else. */
export const startSite = (copied?: string, settings: Settings = {}): Promise<ServerProcess> =>
  ServerProcess.start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings }, copied);
