import { ServerProcess, type Settings } from "./server.ts";

/** Signs in at its desk. */
export const admin = { email: "admin@kakehashi.example", password: "Bridge2026" };

/** The server as a stranger meets it: nobody in it but an admin, the first articles in the blog. */
export const startSite = (copied?: string, settings: Settings = {}): Promise<ServerProcess> =>
  ServerProcess.start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings }, copied);
