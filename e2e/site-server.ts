import { ServerProcess, type Settings } from "./server.ts";

/** The account of the public site's admin. */
export const admin = { email: "admin@kakehashi.example", password: "Bridge2026" };

/**
 * Starts a server that has only an admin and the first blog articles. Strangers see the public site as it looks on a
 * new server.
 */
export const startSite = (copied?: string, settings: Settings = {}): Promise<ServerProcess> =>
  ServerProcess.start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings }, copied);
