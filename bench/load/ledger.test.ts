import { beforeEach, describe, expect, it } from "vitest";
import { DeliveryChecker, type LedgerReader } from "./ledger.ts";

function createEvent(seq: number, client_id: string, extraFields = ""): Buffer {
  return Buffer.from(
    JSON.stringify({ type: "MESSAGE_CREATED", seq, message: { seq, client_id, extraFields } }),
  );
}

let deliveryChecker: DeliveryChecker;
let firstReader: LedgerReader;
let secondReader: LedgerReader;

function recordSentMessage(seq: number, sentAt: number, answeredAt: number): void {
  deliveryChecker.send(`message ${seq}`, sentAt);
  deliveryChecker.acknowledge({ seq, client_id: `message ${seq}` }, answeredAt);
}

function recordDelivery(reader: LedgerReader, body: Buffer, arrivedAt = 150): void {
  const paddedFrame = Buffer.concat([Buffer.from("head"), body, Buffer.from("\0")]);
  deliveryChecker.recordArrival(reader, paddedFrame, 4, paddedFrame.length - 1, arrivedAt);
}

beforeEach(() => {
  deliveryChecker = new DeliveryChecker(100, 200);
  firstReader = { name: "An", seq: 0 };
  secondReader = { name: "Ken", seq: 0 };
});

describe("a room's delivery checker", () => {
  it("reports no fault if everybody received everything once", () => {
    for (const seq of [1, 2, 3]) {
      recordSentMessage(seq, 110, 120);
      for (const reader of [firstReader, secondReader])
        recordDelivery(reader, createEvent(seq, `message ${seq}`));
    }
    expect(deliveryChecker.listFaults([firstReader, secondReader])).toEqual([]);
    expect(deliveryChecker.deliveredCount).toBe(6);
    expect(deliveryChecker.delivery.percentile(1)).toBeCloseTo(40.02);
    expect(deliveryChecker.postTimes.percentile(1)).toBeCloseTo(10.02);
  });

  it("measures only messages that were sent in the measured time", () => {
    recordSentMessage(1, 99, 101);
    recordDelivery(firstReader, createEvent(1, "message 1"));
    recordSentMessage(2, 199, 201);
    recordDelivery(firstReader, createEvent(2, "message 2"), 202);
    expect([deliveryChecker.postTimes.count, deliveryChecker.delivery.count]).toEqual([1, 1]);
    expect([deliveryChecker.postedCount, deliveryChecker.deliveredCount]).toEqual([1, 1]);
  });

  it("reports a message that one reader did not get", () => {
    for (const seq of [1, 2]) recordSentMessage(seq, 110, 120);
    for (const seq of [1, 2]) recordDelivery(firstReader, createEvent(seq, `message ${seq}`));
    recordDelivery(secondReader, createEvent(2, "message 2"));
    expect(deliveryChecker.listFaults([firstReader, secondReader])).toEqual([
      "Ken received seq 2 after 0",
      "Ken received 0 of 2 messages",
    ]);
  });

  it("reports a message that came twice", () => {
    recordSentMessage(1, 110, 120);
    recordDelivery(firstReader, createEvent(1, "message 1"));
    recordDelivery(firstReader, createEvent(1, "message 1"));
    expect(deliveryChecker.listFaults([firstReader])).toEqual(["An received seq 1 after 1"]);
  });

  it("reports a message that two readers got with different bytes", () => {
    recordSentMessage(1, 110, 120);
    recordDelivery(firstReader, createEvent(1, "message 1"));
    recordDelivery(secondReader, createEvent(1, "message 1", "changed"));
    expect(deliveryChecker.listFaults([firstReader, secondReader])[0]).toBe(
      "Ken received seq 1 with other bytes than the others",
    );
  });

  it("reports an answer whose seq arrived with another message", () => {
    recordSentMessage(1, 110, 120);
    deliveryChecker.send("message 9", 110);
    recordDelivery(firstReader, createEvent(1, "message 9"));
    expect(deliveryChecker.listFaults([firstReader])).toEqual(["seq 1 arrived as another message"]);
  });

  it("reports a seq that two answers have", () => {
    recordSentMessage(1, 110, 120);
    recordSentMessage(1, 110, 120);
    recordDelivery(firstReader, createEvent(1, "message 1"));
    expect(deliveryChecker.listFaults([firstReader])).toEqual(["seq 1 was acknowledged twice"]);
  });
});
