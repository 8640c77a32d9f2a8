import {
  addMilestone,
  changeMilestone,
  listMilestones,
  removeMilestone,
} from "@kakehashi/contract/milestones";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createMilestones, type MilestoneDependencies, type Milestones } from "./service.ts";

export function defineMilestoneRoutes(route: DefineRoute, milestones: Milestones): void {
  route(listMilestones, async ({ actor }, { params }) => ({ data: await milestones.list(actor, params.id) }));
  route(addMilestone, async ({ actor }, { params, body }) => ({
    data: await milestones.add(actor, params.id, body),
  }));
  route(changeMilestone, async ({ actor }, { params, body }) => ({
    data: await milestones.change(actor, params.id, params.milestone_id, body),
  }));
  route(removeMilestone, async ({ actor }, { params }) => {
    await milestones.remove(actor, params.id, params.milestone_id);
    return { data: { id: params.milestone_id } };
  });
}

/** Creates the service of this feature and registers its API routes. */
export const createMilestonesFeature = (dependencies: MilestoneDependencies) =>
  withRoutes(createMilestones(dependencies), ({ route }, milestones) => {
    defineMilestoneRoutes(route, milestones);
  });
