import { KeepAliveConnection } from "./keep-alive.ts";

export interface PagesJob {
  url: string;
  path: string;
  /** Whether each request has a new query string, so that no cache has the page. */
  isUncached: boolean;
  connections: number;
  warmUpMs: number;
  measuredMs: number;
}

export interface PagesResult {
  /** The number of requests, including the warm-up. The server's processor time is divided by this number. */
  pages: number;
}

/**
 * Returns headers that claim a random client IP address, because the server limits how many pages it renders per
 * address. The server trusts these headers in requests from its own computer.
 */
const createRandomAddressHeaders = () =>
  `accept-encoding: gzip, deflate, br\r\nx-forwarded-for: 10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}\r\n`;

/**
 * Strangers request a page with compression. Each stranger sends the next request as soon as the last response has
 * arrived.
 */
export async function runPages(job: PagesJob): Promise<PagesResult> {
  const { url, path, isUncached, connections, warmUpMs, measuredMs } = job;
  const endTimeMs = performance.now() + warmUpMs + measuredMs;
  let pages = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await KeepAliveConnection.open(url, createRandomAddressHeaders);
      try {
        while (performance.now() < endTimeMs) {
          const address = isUncached ? `${path}?page-${crypto.randomUUID()}` : path;
          const { status } = await connection.send("GET", address, null);
          if (status !== 200) throw new Error(`GET ${address} was refused: ${status}`);
          pages++;
        }
      } finally {
        connection.close();
      }
    }),
  );
  return { pages };
}
