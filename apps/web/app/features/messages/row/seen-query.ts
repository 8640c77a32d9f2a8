import type { Message } from "@kakehashi/contract/messages";
import { seenBy } from "@kakehashi/contract/threads";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../kit/api.ts";

export const seenByQuery = ({ conversation_id: id, id: mid }: Pick<Message, "conversation_id" | "id">) =>
  queryOptions({
    queryKey: ["seen-by", mid],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(seenBy, { params: { id, mid }, signal })).data,
  });
