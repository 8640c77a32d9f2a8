import type { Message } from "@kakehashi/contract/messages";
import { listMessageReaders } from "@kakehashi/contract/threads";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../kit/api.ts";

export const seenByQuery = ({ conversation_id: id, id: mid }: Pick<Message, "conversation_id" | "id">) =>
  queryOptions({
    queryKey: ["seen-by", mid],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(listMessageReaders, { params: { id, mid }, signal })).data,
  });
