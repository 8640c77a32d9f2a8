import type { Profile, PublicProfile } from "@kakehashi/contract/profiles";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import { createActivation } from "./activation.ts";
import * as avatarStore from "./avatar-store.ts";
import type { ProfileDependencies } from "./dependencies.ts";
import { cropToSquare, cropUploadedPictureToSquare, toPictureWithSecretUrl } from "./pictures.ts";
import * as store from "./store.ts";

export interface ProfileToStore {
  first_name?: string | undefined;
  last_name?: string | undefined;
  name?: string | undefined;
  reading?: string | undefined;
  latin_name?: string | undefined;
  address?: string | undefined;
  phone?: string | undefined;
  description?: string | undefined;
  website?: string | undefined;
  category_ids?: readonly string[] | undefined;
}

type NewProfile = ProfileToStore & Omit<store.ProfileColumns, "description" | "website">;

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * Returns the given fields that are columns of the table `profiles`. Names belong to `users`, and categories have their
 * own table.
 */
function toProfileColumns(fields: ProfileToStore) {
  const { name: _name, reading: _reading, latin_name: _latin, category_ids: _ids, ...columns } = fields;
  return columns;
}

export function createProfiles(dependencies: ProfileDependencies) {
  const { db, events } = dependencies;

  async function viewProfile(userId: string): Promise<Profile> {
    const ownProfile = await store.findProfile(db, userId);
    if (!ownProfile) throw createNotFoundError();
    const { email: _, ...profile } = ownProfile;
    return profile;
  }

  async function writeProfile(
    tx: Kysely<DB>,
    userId: string,
    profileId: string,
    fields: ProfileToStore,
  ): Promise<void> {
    if (fields.category_ids && !(await store.setCategories(tx, profileId, fields.category_ids))) {
      throw new AppError("ERR.INPUT", { fields: { category_ids: "choice" } });
    }
    const { name, reading, latin_name } = fields;
    await store.updateNames(tx, userId, { name, reading, latin_name });
  }

  return {
    view: viewProfile,
    ...createActivation({ ...dependencies, view: viewProfile }),

    async findOwn(userId: string): Promise<Profile | null> {
      return viewProfile(userId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "ERR.NOT_FOUND") return null;
        throw error;
      });
    },

    async getStatus(userId: string) {
      const profile = await store.findProfile(db, userId);
      return {
        status: profile?.status ?? "NOT_REQUEST",
        reason: profile?.reason ?? null,
        has_profile: profile !== undefined,
      };
    },

    async publicView(viewerId: string, userId: string): Promise<PublicProfile> {
      const profile = await store.findPublicProfile(db, viewerId, userId);
      if (!profile) throw createNotFoundError();
      return profile;
    },

    /**
     * Throws unless an admin has accepted the person's profile. Only then can the person create and join projects
     * (docs/rules.md). The error tells what the person has to do next.
     */
    async assertMayAct(userId: string): Promise<void> {
      const profile = await store.findProfile(db, userId);
      if (!profile) throw new AppError("PROFILE.NONE");
      if (profile.status === "WAITING") throw new AppError("PROFILE.WAITING");
      if (profile.status === "DEACTIVATED") throw new AppError("ERR.BLOCKED");
      if (profile.status !== "ACCEPTED") throw new AppError("PROFILE.INACTIVE");
    },

    async create(author: AuditAuthor & { userId: string }, profile: NewProfile): Promise<Profile> {
      const { userId } = author;
      const columns = toProfileColumns(profile);
      await db.transaction().execute(async (tx) => {
        const id = newId();
        const row = {
          ...(columns as store.ProfileColumns),
          description: profile.description ?? "",
          website: profile.website ?? "",
        };
        if (!(await store.insertProfile(tx, { id, user_id: userId, ...row })))
          throw new AppError("PROFILE.EXISTS");
        await writeProfile(tx, userId, id, profile);
        await recordAudit(tx, author, "profile.create", userId);
      });
      events.publish("AccountChanged", { userId });
      return viewProfile(userId);
    },

    async update(author: AuditAuthor & { userId: string }, fields: ProfileToStore): Promise<Profile> {
      const { userId } = author;
      const columns = toProfileColumns(fields);
      await db.transaction().execute(async (tx) => {
        const updatedProfile = await store.updateProfile(
          tx,
          userId,
          columns as Partial<store.ProfileColumns>,
        );
        if (!updatedProfile) throw createNotFoundError();
        await writeProfile(tx, userId, updatedProfile.id, fields);
        await recordAudit(tx, author, "profile.update", userId, { fields: Object.keys(fields) });
      });
      events.publish("AccountChanged", { userId });
      return viewProfile(userId);
    },

    list: (filter: store.ActivationFilter) => store.listProfiles(db, filter),

    async setAvatar(userId: string, bytes: Uint8Array): Promise<string> {
      const picture = toPictureWithSecretUrl(await cropUploadedPictureToSquare(bytes, userId));
      await db.transaction().execute((tx) => avatarStore.replaceAvatar(tx, userId, picture));
      events.publish("AccountChanged", { userId });
      return picture.address;
    },

    /**
     * Crops and stores the picture of an author without an account. Pictures of the same `owner` are cropped one after
     * another. Returns false if the bytes are not a usable picture, or if the author no longer exists.
     */
    async setOutsidePicture(userId: string, bytes: Uint8Array, owner: string): Promise<boolean> {
      const squarePicture = await cropToSquare(bytes, owner);
      if (!squarePicture) return false;
      return db.transaction().execute(async (tx) => {
        if (!(await store.lockPersonWithoutAccount(tx, userId))) return false;
        await avatarStore.replaceAvatar(tx, userId, toPictureWithSecretUrl(squarePicture));
        return true;
      });
    },

    /** Reads and stores pictures of bots. A bot's picture is the avatar of the author of its messages. */
    botPictures: {
      /** Crops a picture. Throws PROFILE.PICTURE for the field `picture` if the bytes are not a usable picture. */
      read: (bytes: Uint8Array, editorId: string): Promise<Buffer> =>
        cropUploadedPictureToSquare(bytes, editorId, "picture"),
      /**
       * Stores a square picture in the caller's transaction. The bytes come from `read`, or from another author's
       * picture (`bytesOf`).
       */
      set: (tx: Kysely<DB>, authorId: string, squarePicture: Buffer): Promise<void> =>
        avatarStore.replaceAvatar(tx, authorId, toPictureWithSecretUrl(squarePicture)),
      remove: (tx: Kysely<DB>, authorId: string): Promise<void> => avatarStore.removeAvatar(tx, authorId),
      bytesOf: (executor: Kysely<DB>, authorId: string) => avatarStore.findAvatarOf(executor, authorId),
    },

    avatar: (name: string) => avatarStore.findAvatarByName(db, name),
  };
}
