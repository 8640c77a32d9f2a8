import { createSocket } from "node:dgram";
import dns from "node:dns/promises";
import { once } from "node:events";

/**
 * Starts a local name server (DNS). This process uses it until it is closed. `findAddresses` gets a host name and returns the
 * host's IPv4 addresses. If it returns null, the name server sends no response.
 */
export async function startNameServer(findAddresses: (name: string) => readonly string[] | null) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let offset = 12;
    for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
      labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
      offset += length + 1;
    }
    const question = query.subarray(12, offset + 5);
    const isIPv4 = query.readUInt16BE(offset + 1) === 1;
    const addresses = isIPv4 ? findAddresses(labels.join(".")) : [];
    if (addresses === null) return;
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    const answerRecords = addresses.map((ip) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split(".").map(Number)]),
    );
    socket.send(Buffer.concat([header, question, ...answerRecords]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const previousServers = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    close() {
      dns.setServers(previousServers);
      socket.close();
    },
  };
}
