import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOCKET_NAME } from "../kit/db/embedded/socket.ts";
import { ConnectionProxy } from "./gate.ts";

/** A proxy between an app under test and its database. Pass `proxyDatabaseUrl` to `createTestApp`. */
export class DatabaseProxy {
  readonly #folder = mkdtempSync(join(tmpdir(), "kakehashi-gate-"));
  #connectionProxy: ConnectionProxy | undefined;

  /**
   * The folder of the Unix socket through which the app reaches the database. Its path may occur in log entries but
   * never in HTTP responses.
   */
  get folder(): string {
    return this.#folder;
  }

  get requiredConnectionProxy(): ConnectionProxy {
    if (!this.#connectionProxy) throw new Error("Nobody asked for the database yet.");
    return this.#connectionProxy;
  }

  readonly proxyDatabaseUrl = async (databaseUrl: string): Promise<string> => {
    const sockets = decodeURIComponent(/host=([^&]+)/.exec(databaseUrl)?.[1] ?? "");
    this.#connectionProxy = await ConnectionProxy.open(
      join(sockets, SOCKET_NAME),
      join(this.#folder, SOCKET_NAME),
    );
    return databaseUrl.replace(/host=[^&]+/, `host=${encodeURIComponent(this.#folder)}`);
  };

  async remove(): Promise<void> {
    await this.#connectionProxy?.close();
    rmSync(this.#folder, { recursive: true });
  }
}
