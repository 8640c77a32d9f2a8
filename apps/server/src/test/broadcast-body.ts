import { newId } from "../kit/ids.ts";

/** The body of a broadcast to all of a bot's visitors, with these fields in place of the usual ones. */
export const newsBody = (fields: object = {}) => ({
  client_id: newId(),
  name: "News",
  content: { kind: "text", text: { en: "News" } },
  audience: {},
  ...fields,
});
