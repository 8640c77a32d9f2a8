import {
  linkOutsidePeople,
  listLinkCandidates,
  unlinkOutsidePerson,
} from "@kakehashi/contract/channel-links";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { refetchTalkAfter } from "./talk-queries.ts";

/** Fetches the customers of the same bot who may be the same human as the customer of this conversation. */
export const linkCandidatesQuery = (talkId: string, search: string) =>
  queryOptions({
    queryKey: ["outside talks", "candidates", talkId, search],
    queryFn: async ({ signal }) =>
      (
        await call(listLinkCandidates, {
          params: { id: talkId },
          query: { ...(search && { search }) },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface PersonLink {
  /** The conversation of the other customer, who is to be linked with the customer of the open conversation. */
  readonly otherTalkId: string;
  /** The conversation of the customer whose name is kept. Both customers then have this name. */
  readonly keptNameTalkId: string;
}

export const linkPeople = (
  talkId: string,
  { otherTalkId: otherId, keptNameTalkId: talkIdOfName }: PersonLink,
) =>
  refetchTalkAfter(
    talkId,
    call(linkOutsidePeople, {
      params: { id: talkId },
      body: { conversation_id: otherId, name_of: talkIdOfName },
    }),
  );
export const unlinkPerson = (talkId: string, otherTalkId: string) =>
  refetchTalkAfter(
    talkId,
    call(unlinkOutsidePerson, { params: { id: talkId }, body: { conversation_id: otherTalkId } }),
  );
