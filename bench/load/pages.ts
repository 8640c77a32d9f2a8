import { KeepAlive } from "./keep-alive.ts";

export interface PagesJob {
  url: string;
  path: string;
  /** Whether each request asks for an address that nobody asked for before. */
  fresh: boolean;
  connections: number;
  warmUp: number;
  measured: number;
}

export interface PagesResult {
  /** In all, warming up included: what the server's processor time is divided by. */
  pages: number;
}

/** Each from somewhere else: of one address the server renders only so many. A proxy on its own machine is believed. */
const stranger = () =>
  `accept-encoding: gzip, deflate, br\r\nx-forwarded-for: 10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}\r\n`;

/** Strangers who open a page as fast as they are answered, as browsers ask for it: compressed. */
export async function runPages(job: PagesJob): Promise<PagesResult> {
  const { url, path, fresh, connections, warmUp, measured } = job;
  const until = performance.now() + warmUp + measured;
  let pages = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await KeepAlive.open(url, stranger);
      try {
        while (performance.now() < until) {
          const address = fresh ? `${path}?page-${crypto.randomUUID()}` : path;
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
