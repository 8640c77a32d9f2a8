import { chmodSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../apps/server/src/kit/db/embedded.ts";
import { createTemporaryFolder } from "../../apps/server/src/kit/db/temporary.ts";
import { killProcesses } from "./processes.ts";

/**
 * A durable PostgreSQL for `DATABASE_URL` that is not started by the server under test. It can be stopped, killed and
 * started again.
 */
export class ExternalDatabase {
  /**
   * The connection string in the usual form. Our driver also accepts `user@` without a host, but other programs do not.
   */
  readonly url: string;
  readonly #folder: string;
  #postgres: EmbeddedPostgres;

  private constructor(folder: string, postgres: EmbeddedPostgres) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.url = postgres.url.replace(/^postgresql:\/\/(\w+)@\/(.*)$/, "postgresql:///$2&user=$1");
  }

  static async start(): Promise<ExternalDatabase> {
    const folder = createTemporaryFolder();
    // As root, PostgreSQL runs under a separate account, which needs access to this folder.
    chmodSync(folder, 0o711);
    return new ExternalDatabase(folder, await startEmbeddedPostgres(folder));
  }

  /** Opens a connection for the test's own queries. */
  openPool(): pg.Pool {
    const pool = new pg.Pool({ connectionString: this.url, max: 1 });
    // `pool.end` does not wait for open connections. If the database then shuts down first, the pool emits an error,
    // which would fail a test that has already passed.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  }

  async start(): Promise<void> {
    this.#postgres = await startEmbeddedPostgres(this.#folder);
  }

  /** Shuts the database down as an administrator does ("fast"): running transactions are rolled back. */
  stop(): Promise<void> {
    return this.#postgres.stop();
  }

  async kill(): Promise<void> {
    const lines = readFileSync(join(this.#folder, "postgres", "postmaster.pid"), "utf8").split("\n");
    killProcesses([Number(lines[0])]);
    await this.#postgres.exited;
  }

  async remove(): Promise<void> {
    await this.#postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
