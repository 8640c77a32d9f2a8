import { describe, expect, it } from "vitest";
import { firstByteOfCommand, scanFrames } from "./frames.ts";

function scanText(text: string): { command: string; body: string }[] {
  const frames: { command: string; body: string }[] = [];
  scanFrames(Buffer.from(text), (data, commandByte, start, end) => {
    frames.push({ command: String.fromCharCode(commandByte), body: data.toString("utf8", start, end) });
  });
  return frames;
}

describe("the frame scanner", () => {
  it("finds every frame of one WebSocket message", () => {
    const messageFrame = 'MESSAGE\nsubscription:0\ncontent-length:14\n\n{"text":"日本"}\0';
    const eventFrame = "MESSAGE\nsubscription:0\n\n{}\0";
    expect(scanText(messageFrame + eventFrame)).toEqual([
      { command: "M", body: '{"text":"日本"}' },
      { command: "M", body: "{}" },
    ]);
  });

  it("skips the line ends between frames, which are heart-beats", () => {
    expect(scanText("\n\nRECEIPT\nreceipt-id:1\n\n\0\n")).toEqual([{ command: "R", body: "" }]);
  });

  it("tells the server's commands apart", () => {
    const readFirstCommandByte = (frame: string) => scanText(`${frame}\n\n\0`)[0]?.command.charCodeAt(0);
    expect(readFirstCommandByte("CONNECTED")).toBe(firstByteOfCommand.connected);
    expect(readFirstCommandByte("MESSAGE")).toBe(firstByteOfCommand.message);
    expect(readFirstCommandByte("RECEIPT")).toBe(firstByteOfCommand.receipt);
    expect(readFirstCommandByte("ERROR")).toBe(firstByteOfCommand.error);
  });

  it.each(["MESSAGE\nsubscription:0", "MESSAGE\n\n{}", "CONNECTED\n\n\0MESSAGE\n\n{"])(
    "refuses a frame that is cut: %j",
    (text) => {
      expect(() => scanText(text)).toThrow("ends inside");
    },
  );
});
