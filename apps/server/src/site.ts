import type { FastifyRequest } from "fastify";
import { createBlog } from "./features/blog/service.ts";
import { createContact } from "./features/contact/service.ts";
import type { Events } from "./features/events/service.ts";
import { createFirm } from "./features/firm/service.ts";
import type { Mailer } from "./features/mail/service.ts";
import { createPlans } from "./features/plans/service.ts";
import type { Staff } from "./features/staff/service.ts";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import type { Router } from "./kit/http/route.ts";
import type { Jobs } from "./kit/jobs.ts";
import { type Keyring, sharedSecret } from "./kit/secrets.ts";

/** The bus subject that says: what the public pages show has changed. */
const published = "site.published";

export interface SitePages {
  /** Calls back whenever the public pages have changed, on every node. */
  onPublish(changed: () => void): void;
  /** Takes note that a stranger was sent a public page. */
  onRead(request: FastifyRequest): void;
}

export type Site = Awaited<ReturnType<typeof createSite>>;

/** What stands behind the public pages: the blog, the contact form, the price plans and what the firm states about itself. */
export async function createSite(parts: {
  db: Database;
  bus: Bus;
  jobs: Jobs;
  mailer: Mailer;
  staff: Staff;
  events: Events;
  keyring: Keyring;
}) {
  const { db, bus, jobs, mailer, staff, events, keyring } = parts;
  const key = Buffer.from(await sharedSecret(db.kysely, keyring, "contact-form"));
  const contact = createContact({ db: db.kysely, events, mailer, staff, key });
  const base = { db: db.kysely, events, jobs };
  const blog = createBlog(base);
  const plans = createPlans(base);
  const firm = createFirm(base);
  events.on("SiteChanged", () => bus.publish(published, ""));
  const pages: SitePages = {
    onPublish: (changed) => void bus.subscribe(published, changed),
    onRead(request) {
      const { url, method, ip, headers } = request;
      blog
        .countView({ url, method, ip, headers })
        .catch((error: unknown) => request.log.warn({ err: error }, "A view was not counted."));
    },
  };
  return {
    pages,
    /** Deletes what the site keeps no longer; answers how much of each. */
    prune: async () => ({ blog_pictures: await blog.prune(await firm.pictures()) }),
    routes(router: Router): void {
      for (const feature of [contact, blog, plans, firm]) feature.routes(router);
    },
  };
}
