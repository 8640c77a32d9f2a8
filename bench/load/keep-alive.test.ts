import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { KeepAliveConnection, readReply } from "./keep-alive.ts";

const responseText = 'HTTP/1.1 200 OK\r\nContent-Length: 17\r\nconnection: keep-alive\r\n\r\n{"data":"日本"}';

describe("reading an answer", () => {
  it("returns the status, and a body whose length is counted in bytes", () => {
    expect(readReply(Buffer.from(responseText))).toEqual({ status: 200, body: '{"data":"日本"}' });
  });

  it("returns null while any byte is missing", () => {
    const responseBytes = Buffer.from(responseText);
    for (let length = 0; length < responseBytes.length; length++) {
      expect(readReply(responseBytes.subarray(0, length))).toBeNull();
    }
  });

  it("refuses an answer without a length", () => {
    expect(() => readReply(Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"))).toThrow();
  });
});

it("refuses a request on a connection that the server has closed", async () => {
  const server = createServer((_request, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const connection = await KeepAliveConnection.open(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  expect((await connection.send("GET", "/", null)).status).toBe(200);
  server.close();
  server.closeAllConnections();
  await expect.poll(() => connection.isOpen).toBe(false);
  await expect(connection.send("GET", "/", null)).rejects.toThrow("closed");
});
