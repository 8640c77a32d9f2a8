import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A port that is free now: for when an address must be known before it is listened on. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
