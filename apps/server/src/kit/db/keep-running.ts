import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";

/**
 * Milliseconds between attempts to restart the database. A cause such as a full disk can last for minutes, so attempts
 * without a pause would be useless.
 */
const restartIntervalMs = 1_000;

/**
 * Starts the embedded database. If the database ends without `stop` (full disk, killed process), restarts it and
 * retries until it runs. Throws if the first start fails, like `startEmbeddedPostgres`. `log` gets one line when the
 * database ends, and one for each new reason why a restart fails.
 */
export async function keepDatabaseRunning(
  dataDir: string,
  log: (line: string) => void,
): Promise<Pick<EmbeddedPostgres, "url" | "applicationUrl" | "stop">> {
  let postgres = await startEmbeddedPostgres(dataDir);
  let isStopping = false;
  const { url, applicationUrl } = postgres;

  async function restartDatabase(): Promise<void> {
    for (let lastLoggedReason = ""; !isStopping; await wait(restartIntervalMs)) {
      try {
        postgres = await startEmbeddedPostgres(dataDir);
        log("The database runs again");
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== lastLoggedReason) log(reason);
        lastLoggedReason = reason;
      }
    }
  }
  async function restartWheneverEnded(): Promise<void> {
    while (!isStopping) {
      const reason = await postgres.exitPromise;
      // `exitPromise` resolves to a reason only if the database ended without `stop`.
      if (reason === undefined) return;
      log(`The database stopped: ${reason}`);
      await restartDatabase();
    }
  }
  const restartLoop = restartWheneverEnded();
  return {
    url,
    applicationUrl,
    async stop() {
      isStopping = true;
      await postgres.stop();
      await restartLoop;
      // If a restart was in progress when `stop` was called, the database may have started after the first `stop`. So
      // it is stopped once more.
      await postgres.stop();
    },
  };
}
