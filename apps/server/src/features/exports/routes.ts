import { downloadDataExport, getDataExport, requestDataExport } from "@kakehashi/contract/exports";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createDataExports, type DataExports, type ExportDependencies } from "./service.ts";

export function defineExportRoutes(route: DefineRoute, exports: DataExports): void {
  route(requestDataExport, async ({ actor, ip }) => ({
    data: await exports.request({ userId: actor.userId, ip }),
  }));
  route(getDataExport, async ({ actor }) => ({ data: await exports.latest(actor.userId) }));
  route(downloadDataExport, ({ actor }, { params }) => exports.download(actor.userId, params.id));
}

/** Creates the service for exports of a person's data, and the routes of its API calls. */
export const createDataExportsFeature = (dependencies: ExportDependencies) =>
  withRoutes(createDataExports(dependencies), ({ route }, dataExports) => {
    defineExportRoutes(route, dataExports);
  });
