import type { LiveEvent } from "@kakehashi/contract/live";
import type { Thread } from "@kakehashi/contract/threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { getQueryClient } from "../../kit/query.ts";
import { messageFixture } from "../messages/state/message.fixture.ts";
import { keepThreadsUpdated, threadQuery } from "./queries.ts";

const { listeners } = vi.hoisted(() => ({ listeners: new Set<(event: LiveEvent) => void>() }));
vi.mock("../live/connection.ts", () => ({
  onLiveConnect: () => () => {},
  onConversationEvent(listener: (event: LiveEvent) => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

// Makes the module believe that it runs in a browser, where it has one query cache. On a server, each call would create
// another one.
vi.stubGlobal("document", {});

test("a live event shows the new count of a loaded thread at once", () => {
  onTestFinished(keepThreadsUpdated());
  const root = messageFixture(1, { reply_count: 1 });
  const { queryKey } = threadQuery(root.id);
  getQueryClient().setQueryData(queryKey, { message: root, replies: [] as Thread["replies"] } as Thread);
  const message = { ...root, reply_count: 2 };
  for (const notifyListener of listeners) notifyListener({ type: "MESSAGE_UPDATED", message } as LiveEvent);
  expect(getQueryClient().getQueryData(queryKey)?.message.reply_count).toBe(2);
  const otherMessage = messageFixture(2, { reply_count: 1 });
  for (const notifyListener of listeners)
    notifyListener({ type: "MESSAGE_UPDATED", message: otherMessage } as LiveEvent);
  expect(getQueryClient().getQueryData(threadQuery(otherMessage.id).queryKey)).toBeUndefined();
});
