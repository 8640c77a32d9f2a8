import {
  type ActivationDecision,
  type ActivationTransition,
  activationTransitions,
} from "@kakehashi/contract/activation";
import type { Profile } from "@kakehashi/contract/profiles";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import { nameForMail } from "../mail/service.ts";
import { lockAdminsAndRequireAdmin } from "../users/service.ts";
import { notificationAndMailByDecision } from "./decisions.ts";
import type { ProfileDependencies } from "./dependencies.ts";
import * as store from "./store.ts";

interface ProfileActivationDependencies extends ProfileDependencies {
  view(userId: string): Promise<Profile>;
}

/** Handles requests to activate a profile: a person makes the request, and an admin decides. */
export function createActivation({
  db,
  events,
  live,
  mailer,
  notifications,
  staff,
  publicUrl,
  view,
}: ProfileActivationDependencies) {
  async function changeStatus(
    tx: Kysely<DB>,
    author: AuditAuthor,
    userId: string,
    event: ActivationTransition,
    reason: string | null,
  ): Promise<void> {
    if (!(await store.changeStatus(tx, userId, activationTransitions[event], reason)))
      throw new AppError("PROFILE.STEP");
    await recordAudit(tx, author, `profile.${event}`, userId, reason === null ? {} : { reason });
  }

  async function request(author: AuditAuthor & { userId: string }): Promise<Profile> {
    const { userId } = author;
    const owner = await store.findProfileOwner(db, userId);
    if (!owner) throw createNotFoundError();
    const profile = await store.findProfile(db, userId);
    if (!profile) throw new AppError("PROFILE.NONE");
    const missingFields = [
      ...(owner.role === "user" ? ["role"] : []),
      ...(owner.working_language ? [] : ["working_language"]),
      ...(owner.account_type ? [] : ["account_type"]),
      ...(owner.avatar ? [] : ["avatar"]),
      ...(profile.description ? [] : ["description"]),
    ];
    if (missingFields.length > 0) {
      const fields = Object.fromEntries(missingFields.map((field) => [field, "required" as const]));
      throw new AppError("PROFILE.INCOMPLETE", { fields });
    }
    const notificationIds = await db.transaction().execute(async (tx) => {
      await changeStatus(tx, author, userId, "request", null);
      const { name, email } = owner;
      const mail = { template: "activation_requested", values: { name: nameForMail(name), email } } as const;
      return staff.notifyAdmins(tx, { kind: "activation", actorId: userId, createMail: () => mail });
    });
    events.publish("AccountChanged", { userId });
    await staff.announce(notificationIds);
    return view(userId);
  }

  /**
   * Stores an admin's action on a profile. Writes the new status, the audit log, the notification and the mail in one
   * transaction.
   */
  async function applyDecision(
    author: AuditAuthor,
    userId: string,
    event: ActivationDecision,
    reason: string | null,
  ): Promise<Profile> {
    if (author.userId === userId) throw new AppError("ERR.FORBIDDEN");
    const owner = await store.findProfileOwner(db, userId);
    if (!owner) throw createNotFoundError();
    const { notificationType, template, linkPath } = notificationAndMailByDecision[event];
    const notificationIds = await db.transaction().execute(async (tx) => {
      await lockAdminsAndRequireAdmin(tx, author.userId);
      await changeStatus(tx, author, userId, event, reason);
      if (event === "block" || event === "unblock") await store.setBlocked(tx, userId, event === "block");
      const data = reason === null ? {} : { reason };
      await mailer.send(tx, {
        recipient: owner.email,
        language: owner.interface_language,
        template,
        link: `${publicUrl}${linkPath}`,
        values: data,
      });
      return notifications.write(tx, { userId, type: notificationType, actorId: null, data });
    });
    events.publish("ProfileDecided", { userId });
    // This comes after `ProfileDecided`, which makes the server load the person's sessions again: when a page gets the
    // notification, it loads the account again.
    await notifications.announce([notificationIds]);
    events.publish("AccountChanged", { userId });
    if (event === "block") live.disconnectSessions(userId);
    return view(userId);
  }

  return { request, applyDecision };
}
