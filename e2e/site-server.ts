import { type EnvironmentSettings, ServerProcess } from "./server.ts";

/** The account of the public site's admin. */
export const adminAccount = { email: "admin@kakehashi.example", password: "Bridge2026" };

/**
 * Starts a server that has only an admin and the first blog articles. Strangers see the public site as it looks on a
 * new server.
 */
export const startSite = (
  copiedDataFolder?: string,
  settings: EnvironmentSettings = {},
): Promise<ServerProcess> =>
  ServerProcess.start(
    { ADMIN_EMAIL: adminAccount.email, ADMIN_PASSWORD: adminAccount.password, ...settings },
    copiedDataFolder,
  );
