import {
  getContactForm,
  getContactMessage,
  listReceivedContactMessages,
  replyToContactMessage,
  sendContact,
  setContactMessageState,
} from "@kakehashi/contract/contact";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type ContactDependencies, type ContactService, createContactService } from "./service.ts";

export function defineContactRoutes(route: DefineRoute, contactService: ContactService): void {
  route(getContactForm, async (_, { query }) => ({
    data: { form: contactService.issueForm(query.again !== undefined) },
  }));
  route(sendContact, async ({ ip }, { body }) => {
    await contactService.receiveMessage(body, ip);
    return { data: { received: true as const } };
  });
  route(listReceivedContactMessages, async (_, { query }) => {
    const { messages, total } = await contactService.list(query);
    const { page, paging } = query;
    return { data: messages, meta: { page, paging, total, has_more: page * paging < total } };
  });
  route(getContactMessage, async (_, { params }) => ({ data: await contactService.find(params.id) }));
  route(setContactMessageState, async (apiCall, { params, body }) => ({
    data: await contactService.setState(params.id, body.state, auditAuthorOf(apiCall)),
  }));
  route(replyToContactMessage, async (apiCall, { params, body }) => ({
    data: await contactService.reply(params.id, body.reply, auditAuthorOf(apiCall)),
  }));
}

/** Creates the service for contact messages, and the routes of its API calls. */
export const createContactFeature = (dependencies: ContactDependencies) =>
  withRoutes(createContactService(dependencies), ({ route }, contactService) => {
    defineContactRoutes(route, contactService);
  });
