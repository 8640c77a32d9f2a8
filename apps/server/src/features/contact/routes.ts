import {
  getContactForm,
  listContacts,
  replyToContact,
  sendContact,
  setContactState,
} from "@kakehashi/contract/contact";
import type { Route } from "../../kit/http/route.ts";
import type { Contact } from "./service.ts";

export function contactRoutes(route: Route, contact: Contact): void {
  route(getContactForm, async (_, { query }) => ({
    data: { form: contact.issueForm(query.again !== undefined) },
  }));
  route(sendContact, async ({ ip }, { body }) => {
    await contact.receive(body, ip);
    return { data: { received: true as const } };
  });
  route(listContacts, async (_, { query }) => {
    const { messages, total } = await contact.list(query);
    const { page, paging } = query;
    return { data: messages, meta: { page, paging, total, has_more: page * paging < total } };
  });
  route(setContactState, async (_, { params, body }) => ({
    data: await contact.setState(params.id, body.state),
  }));
  route(replyToContact, async ({ actor }, { params, body }) => ({
    data: await contact.reply(params.id, body.reply, actor.userId),
  }));
}
