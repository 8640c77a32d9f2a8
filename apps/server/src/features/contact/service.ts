import type { ContactMessage, listReceivedContactMessages, sendContact } from "@kakehashi/contract/contact";
import type { RequestOf } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import { formatMoment, type Mailer, nameForMail } from "../mail/service.ts";
import type { Staff } from "../staff/service.ts";
import { createContactForms, isValidProofOfWork } from "./forms.ts";
import * as store from "./store.ts";
import { createNetworkMessageCounter, hasWaitedInsteadOfProof, isSuspicious } from "./suspicion.ts";
import { topicNames } from "./topics.ts";

/** Hours after a confirmation mail for a contact message until the same mailbox can get the next one. */
const confirmationMailIntervalHours = 24;

export interface ContactDependencies {
  db: Kysely<DB>;
  events: Events;
  mailer: Mailer;
  staff: Staff;
  /** The secret key that signs contact forms. */
  formSigningKey: Buffer;
}

/** Returns the sender's full name. In Vietnamese and Japanese the family name comes first. */
function formatFullName(firstName: string, lastName: string, language: Language): string {
  return language === "en" ? `${firstName} ${lastName}` : `${lastName} ${firstName}`;
}

export type ContactService = ReturnType<typeof createContactService>;

export function createContactService({
  db,
  events,
  mailer,
  staff,
  formSigningKey: key,
}: ContactDependencies) {
  const forms = createContactForms(key);
  const messageCounter = createNetworkMessageCounter();

  async function requireContactMessage(id: string): Promise<ContactMessage> {
    const message = await store.findContactMessage(db, id);
    if (!message) throw createNotFoundError();
    return message;
  }

  /**
   * Sends a mail that confirms a contact message. Anybody could have typed the e-mail address. So the mail repeats no
   * text of the message, and strangers cannot send their own texts with it.
   */
  async function sendConfirmationMail(
    tx: Kysely<DB>,
    { email, topic, language }: Pick<ContactMessage, "email" | "topic" | "language">,
  ): Promise<void> {
    await store.lockConfirmationMails(tx);
    if ((await mailer.countRecentMails(tx, email, "contact_receipt", confirmationMailIntervalHours)) > 0)
      return;
    await mailer.send(tx, {
      recipient: email,
      language,
      template: "contact_receipt",
      values: { topic: topicNames[topic][language], time: formatMoment(new Date(), language) },
    });
  }

  function notifyStaff(tx: Kysely<DB>, contact: store.NewContactMessage): Promise<string[]> {
    const { id, first_name, last_name, email, phone, message, topic, plan } = contact;
    const name = formatFullName(first_name, last_name, contact.language);
    return staff.notifyAdmins(tx, {
      kind: "contact",
      actorId: null,
      data: { contact_id: id, sender: name },
      createMail: (language) => ({
        template: "contact",
        path: `/admin/contacts/${id}`,
        replyTo: email,
        values: {
          name: nameForMail(name),
          country:
            new Intl.DisplayNames([language], { type: "region" }).of(contact.country) ?? contact.country,
          topic: [topicNames[topic][language], nameForMail(plan)].filter(Boolean).join(" · "),
          message,
          email,
          phone,
        },
      }),
    });
  }

  return {
    issueForm: (isProofRequested: boolean) => forms.issue(isProofRequested),

    async receiveMessage(
      submittedForm: RequestOf<typeof sendContact>["body"],
      address: string,
    ): Promise<void> {
      const { website, form: formToken, proof, ...contact } = submittedForm;
      const { parsePhoneNumber } = await import("./phone.ts");
      const phone = parsePhoneNumber(contact.phone, contact.country);
      if (phone === null) throw new AppError("ERR.INPUT", { fields: { phone: "phone" } });
      const form = formToken === undefined ? undefined : forms.read(formToken);
      const hasFilledHiddenField = website !== "";
      if (!hasFilledHiddenField && isSuspicious(contact.message, form, messageCounter.add(address))) {
        const isProofValid = form && formToken && proof !== undefined && isValidProofOfWork(formToken, proof);
        if (!isProofValid && !hasWaitedInsteadOfProof(form)) throw new AppError("CONTACT.PROOF");
      }
      const notificationIds = await db.transaction().execute(async (tx) => {
        const state = hasFilledHiddenField ? "SPAM" : "NEW";
        const row = { ...contact, phone, id: newId(), form_id: form?.id ?? null, state } as const;
        const insertedMessage = await store.insertContactMessage(tx, row);
        // A sender who filled in the hidden field is probably a program. The response is the same as for everybody, so
        // the program does not learn that its message is treated as spam.
        if (!insertedMessage || hasFilledHiddenField) return [];
        await sendConfirmationMail(tx, contact);
        return notifyStaff(tx, row);
      });
      if (notificationIds.length > 0) await staff.announce(notificationIds);
    },

    find: requireContactMessage,

    list: (query: RequestOf<typeof listReceivedContactMessages>["query"]) =>
      store.listContactMessages(db, { ...query, state: query.state }),

    async setState(id: string, state: ContactMessage["state"], author: AuditAuthor): Promise<ContactMessage> {
      await requireContactMessage(id);
      await db.transaction().execute(async (tx) => {
        await store.updateState(tx, id, state);
        await recordAudit(tx, author, "contact.state", id, { state });
      });
      events.publish("ContactHandled", { contactId: id });
      return requireContactMessage(id);
    },

    async reply(id: string, reply: string, author: AuditAuthor): Promise<ContactMessage> {
      await db.transaction().execute(async (tx) => {
        const wasAnswered = await store.setContactReply(tx, id, reply, author.userId);
        if (!wasAnswered) {
          await requireContactMessage(id);
          throw new AppError("CONTACT.ANSWERED");
        }
        await recordAudit(tx, author, "contact.reply", id);
        const language = wasAnswered.language;
        await mailer.send(tx, {
          recipient: wasAnswered.email,
          language,
          template: "contact_reply",
          values: {
            name: formatFullName(wasAnswered.first_name, wasAnswered.last_name, language),
            message: wasAnswered.message,
            reply,
          },
        });
      });
      events.publish("ContactHandled", { contactId: id });
      return requireContactMessage(id);
    },
  };
}
