import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import { fetchPublicPage } from "../../kit/http/public-fetch.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import * as people from "./person-store.ts";

const pictureTimeoutMs = 10_000;

interface PersonPictureDependencies
  extends Pick<ChannelDependencies, "db" | "livechat" | "profiles" | "log" | "allow"> {
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
  announceInboxChange(botId: string): Promise<void>;
}

/**
 * Fetches an outside person's picture and stores it, because the picture's URL at the platform expires after some days.
 * The URL may point anywhere. If it returns an error, no picture or too large a picture, the person is shown with their
 * initials.
 */
export const createPersonPictureFetching =
  ({
    db,
    livechat,
    profiles,
    log,
    allow,
    announceTalkChange,
    announceInboxChange,
  }: PersonPictureDependencies) =>
  async (person: people.PersonRow, address: string | null): Promise<void> => {
    const { id, bot_id: botId, page_id, conversation_id: conversationId } = person;
    const visitorId = conversationId === null ? null : await livechat.visitorOf(conversationId);
    if (conversationId === null || visitorId === null) return;
    let isPictureStored = false;
    if (address !== null)
      try {
        const { body } = await fetchPublicPage(address, {
          timeoutMs: pictureTimeoutMs,
          maximumBytes: maximumPictureBytes,
          onTooLong: "refuse",
          acceptedTypes: /^image\//,
          ...(allow && { allow }),
        });
        isPictureStored = await profiles.setOutsidePicture(visitorId, body, page_id);
      } catch (error) {
        log.warn({ err: error, page_id, person_id: id }, "The picture of a person could not be fetched.");
      }
    await people.storePictureAskedAt(db, id);
    if (!isPictureStored) return;
    await announceTalkChange(botId, conversationId);
    await announceInboxChange(botId);
  };
