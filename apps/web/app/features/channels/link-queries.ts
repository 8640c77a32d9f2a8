import {
  linkOutsidePeople,
  listLinkCandidates,
  unlinkOutsidePerson,
} from "@kakehashi/contract/channel-links";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { refetchTalkAfter } from "./talk-queries.ts";

/** Fetches the customers of the same bot who may be the same human as the customer of this conversation. */
export const linkCandidatesQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: ["outside talks", "candidates", id, search],
    queryFn: async ({ signal }) =>
      (await call(listLinkCandidates, { params: { id }, query: { ...(search && { search }) }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface PersonLink {
  /** The conversation of the other customer, who is to be linked with the customer of the open conversation. */
  readonly otherTalkId: string;
  /** The conversation of the customer whose name is kept. Both customers then have this name. */
  readonly keptNameTalkId: string;
}

export const linkPeople = (id: string, { otherTalkId: otherId, keptNameTalkId: talkIdOfName }: PersonLink) =>
  refetchTalkAfter(
    id,
    call(linkOutsidePeople, { params: { id }, body: { conversation_id: otherId, name_of: talkIdOfName } }),
  );
export const separatePerson = (id: string, otherTalkId: string) =>
  refetchTalkAfter(id, call(unlinkOutsidePerson, { params: { id }, body: { conversation_id: otherTalkId } }));
