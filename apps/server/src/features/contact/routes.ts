import {
  getContact,
  getContactForm,
  listContacts,
  replyToContact,
  sendContact,
  setContactState,
} from "@kakehashi/contract/contact";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type ContactDependencies, type ContactService, createContactService } from "./service.ts";

export function contactRoutes(route: DefineRoute, contact: ContactService): void {
  route(getContactForm, async (_, { query }) => ({
    data: { form: contact.issueForm(query.again !== undefined) },
  }));
  route(sendContact, async ({ ip }, { body }) => {
    await contact.receiveMessage(body, ip);
    return { data: { received: true as const } };
  });
  route(listContacts, async (_, { query }) => {
    const { messages, total } = await contact.list(query);
    const { page, paging } = query;
    return { data: messages, meta: { page, paging, total, has_more: page * paging < total } };
  });
  route(getContact, async (_, { params }) => ({ data: await contact.find(params.id) }));
  route(setContactState, async (call, { params, body }) => ({
    data: await contact.setState(params.id, body.state, authorOf(call)),
  }));
  route(replyToContact, async (call, { params, body }) => ({
    data: await contact.reply(params.id, body.reply, authorOf(call)),
  }));
}

/** Creates the service for contact messages, and the routes of its API calls. */
export const createContactFeature = (dependencies: ContactDependencies) =>
  withRoutes(createContactService(dependencies), ({ route }, contactService) => {
    contactRoutes(route, contactService);
  });
