import { randomUUID } from "node:crypto";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { expect } from "vitest";
import { connectAndSubscribe } from "./stomp.ts";
import type { TestPeople } from "./world.ts";

/**
 * Creates two people who chat with each other while a test sends forbidden data to the server. After each test the two
 * people must still receive each other's messages.
 */
export async function createBystanderChat(
  url: string,
  { aiko, an }: TestPeople,
): Promise<{ room: string; expectStillConnected(): Promise<void> }> {
  const conversation = await aiko.call(createConversation, { body: { kind: "DIRECT", user_ids: [an.id] } });
  const room = conversation.data.id;
  const socket = await connectAndSubscribe(url, an);
  return {
    room,
    async expectStillConnected() {
      const body = { client_id: randomUUID(), content: "still here" };
      const { status, data } = await aiko.call(sendMessage, { params: { id: room }, body });
      expect(status).toBe(200);
      await socket.waitForEvent((event) => "message" in event && event.message.id === data.id);
    },
  };
}
