import { newId } from "../kit/ids.ts";

/** Returns the request body for a broadcast to all visitors of a bot. `fields` replace the body's default fields. */
export const newsBroadcastBody = (fields: object = {}) => ({
  client_id: newId(),
  name: "News",
  content: { kind: "text", text: { en: "News" } },
  audience: {},
  ...fields,
});
