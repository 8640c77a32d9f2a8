import { chooseMachineForNewRooms, getMachine, tryMachine } from "@kakehashi/contract/machine";
import {
  getMachineSuggestion,
  getRoomMachine,
  switchRoomMachine,
  translateBeforeSending,
} from "@kakehashi/contract/machine-rooms";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { MachineDependencies } from "./dependencies.ts";
import { createMachineTranslation, type MachineTranslation } from "./service.ts";

export function defineMachineTranslationRoutes(
  route: DefineRoute,
  rooms: Rooms,
  machine: MachineTranslation,
): void {
  route(getMachine, async () => ({ data: await machine.state() }));
  route(chooseMachineForNewRooms, async (apiCall, { body }) => ({
    data: await machine.chooseForNewRooms(auditAuthorOf(apiCall), body.on),
  }));
  route(tryMachine, async (_, { body: { text, from, to } }) => ({
    data: await machine.onDemand.tryTranslation(text, from, to),
  }));
  route(getRoomMachine, async ({ actor }, { params }) => ({
    data: await machine.switches.state(actor.userId, params.id),
  }));
  rooms.routesChangingRoom(route)(switchRoomMachine, async ({ actor }, { params, body }) => ({
    data: await machine.switches.change(actor.userId, params.id, body.on),
  }));
  route(translateBeforeSending, async ({ actor }, { params, body }) => ({
    data: await machine.onDemand.preview(actor, params.id, body.content),
  }));
  route(getMachineSuggestion, async ({ actor }, { params: { mid, language } }) => ({
    data: await machine.onDemand.suggest(actor.userId, mid, language),
  }));
}

/** Creates the service for machine translation, and registers its API routes. */
export const createMachineTranslationFeature = (dependencies: MachineDependencies) =>
  withRoutes(createMachineTranslation(dependencies), ({ route }, machineTranslation) => {
    defineMachineTranslationRoutes(route, dependencies.rooms, machineTranslation);
  });
