import { chmodSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../apps/server/src/kit/db/embedded.ts";
import { createTemporaryFolder } from "../../apps/server/src/kit/db/temporary.ts";
import { killProcesses } from "./processes.ts";

/**
 * A durable PostgreSQL that is not part of the server under test, for the variable `DATABASE_URL`. Tests can stop, kill
 * and restart it.
 */
export class ExternalDatabase {
  /**
   * The connection string with a host, for programs other than our driver. Only our driver also accepts `user@` without
   * a host.
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
    // If the tests run as root, PostgreSQL runs under another account, which needs access to this folder.
    chmodSync(folder, 0o711);
    return new ExternalDatabase(folder, await startEmbeddedPostgres(folder));
  }

  /** Returns a connection pool for the queries of a test. */
  openPool(): pg.Pool {
    const pool = new pg.Pool({ connectionString: this.url, max: 1 });
    // `pool.end` does not wait for open connections. If the database shuts down before they close, the pool emits an
    // error. Without these handlers, the error would fail a test that has already passed.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  }

  async start(): Promise<void> {
    this.#postgres = await startEmbeddedPostgres(this.#folder);
  }

  /** Shuts the database down in PostgreSQL's "fast" mode, which rolls running transactions back. */
  stop(): Promise<void> {
    return this.#postgres.stop();
  }

  async kill(): Promise<void> {
    const lines = readFileSync(join(this.#folder, "postgres", "postmaster.pid"), "utf8").split("\n");
    killProcesses([Number(lines[0])]);
    await this.#postgres.exitPromise;
  }

  async remove(): Promise<void> {
    await this.#postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
