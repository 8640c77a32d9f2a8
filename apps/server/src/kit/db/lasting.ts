import { setTimeout as wait } from "node:timers/promises";
import { type Embedded, startEmbedded } from "./embedded.ts";

/** Milliseconds between attempts to start a database again: a full disk stays full for minutes. */
const pauseMs = 1_000;

/**
 * Starts the embedded database and keeps it: one that ends unasked (its disk is full, it was killed) is started again
 * at the same place until it runs, and whoever is connected meanwhile is refused as with any other outage. The first
 * start fails like `startEmbedded`. `tell` hears each end and each new reason why it does not start.
 */
export async function keepRunning(
  dataDir: string,
  say: (line: string) => void,
): Promise<Pick<Embedded, "url" | "applicationUrl" | "stop">> {
  let running = await startEmbedded(dataDir);
  let stopping = false;
  const { url, applicationUrl } = running;

  async function revive(): Promise<void> {
    for (let told = ""; !stopping; await wait(pauseMs)) {
      try {
        running = await startEmbedded(dataDir);
        say("The database runs again");
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== told) say(reason);
        told = reason;
      }
    }
  }
  async function keep(): Promise<void> {
    while (!stopping) {
      const reason = await running.ended;
      // Nobody asked where there is a reason.
      if (reason === undefined) return;
      say(`The database stopped: ${reason}`);
      await revive();
    }
  }
  const kept = keep();
  return {
    url,
    applicationUrl,
    async stop() {
      stopping = true;
      await running.stop();
      await kept;
      // One that was being started when it was asked.
      await running.stop();
    },
  };
}
