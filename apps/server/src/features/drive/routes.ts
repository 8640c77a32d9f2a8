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

export function defineDriveRoutes(route: DefineRoute, driveService: Drive): void {
  route(listDriveEntries, ({ actor }, { query }) => driveService.list(actor.userId, query));
  route(createFolder, async ({ actor }, { body }) => ({
    data: await driveService.createFolder(actor.userId, body.folder_id, body.name),
  }));
  route(emptyDriveTrash, async ({ actor }) => ({
    data: { count: await driveService.emptyTrash(actor.userId) },
  }));
  route(getDriveEntry, async ({ actor }, { params }) => ({
    data: await driveService.getEntryWithPath(actor.userId, params.id),
  }));
  route(changeDriveEntry, async ({ actor }, { params, body }) => ({
    data: await driveService.change(actor.userId, params.id, body),
  }));
  route(trashDriveEntry, async ({ actor }, { params: { id }, query }) => {
    await (query.for_good === "1"
      ? driveService.deleteForGood(actor.userId, id)
      : driveService.trashEntry(actor.userId, id));
    return { data: { id } };
  });
  route(restoreDriveEntry, async ({ actor }, { params }) => ({
    data: await driveService.restore(actor.userId, params.id),
  }));
  route(copyDriveFile, async ({ actor }, { params, body }) => ({
    data: await driveService.copyFile(actor.userId, params.id, body.folder_id),
  }));
  route(shareDriveFile, async ({ actor }, { params, body }) => ({
    data: await driveService.shareFile(actor.userId, params.id, body.conversation_id),
  }));
}

/** Creates the service for people's drives, and the routes of its API calls. */
export const createDriveFeature = (dependencies: DriveDependencies) =>
  withRoutes(createDrive(dependencies), ({ route }, drive) => {
    defineDriveRoutes(route, drive);
  });
