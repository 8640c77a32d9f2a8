import {
  changeDriveEntry,
  copyDriveFile,
  createFolder,
  emptyDriveTrash,
  getDriveEntry,
  listDriveEntries,
  restoreDriveEntry,
  shareDriveFile,
  trashDriveEntry,
} from "@kakehashi/contract/drive";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createDrive, type Drive, type DriveDependencies } from "./service.ts";

export function driveRoutes(route: DefineRoute, drive: Drive): void {
  route(listDriveEntries, ({ actor }, { query }) => drive.list(actor.userId, query));
  route(createFolder, async ({ actor }, { body }) => ({
    data: await drive.createFolder(actor.userId, body.folder_id, body.name),
  }));
  route(emptyDriveTrash, async ({ actor }) => ({ data: { count: await drive.emptyTrash(actor.userId) } }));
  route(getDriveEntry, async ({ actor }, { params }) => ({
    data: await drive.getEntryWithPath(actor.userId, params.id),
  }));
  route(changeDriveEntry, async ({ actor }, { params, body }) => ({
    data: await drive.change(actor.userId, params.id, body),
  }));
  route(trashDriveEntry, async ({ actor }, { params: { id }, query }) => {
    await (query.for_good === "1"
      ? drive.deleteForGood(actor.userId, id)
      : drive.trashEntry(actor.userId, id));
    return { data: { id } };
  });
  route(restoreDriveEntry, async ({ actor }, { params }) => ({
    data: await drive.restore(actor.userId, params.id),
  }));
  route(copyDriveFile, async ({ actor }, { params, body }) => ({
    data: await drive.copyFile(actor.userId, params.id, body.folder_id),
  }));
  route(shareDriveFile, async ({ actor }, { params, body }) => ({
    data: await drive.shareFile(actor.userId, params.id, body.conversation_id),
  }));
}

/** Creates the service for people's drives, and the routes of its API calls. */
export const createDriveFeature = (dependencies: DriveDependencies) =>
  withRoutes(createDrive(dependencies), ({ route }, drive) => {
    driveRoutes(route, drive);
  });
