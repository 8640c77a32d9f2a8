import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { createBlogFeature } from "./features/blog/routes.ts";
import { createContactFeature } from "./features/contact/routes.ts";
import type { Events } from "./features/events/service.ts";
import { createFirmFeature } from "./features/firm/routes.ts";
import type { Mailer } from "./features/mail/service.ts";
import { createPricePlansFeature } from "./features/plans/routes.ts";
import type { Staff } from "./features/staff/service.ts";
import type { Bus } from "./kit/bus.ts";
import type { DB } from "./kit/db/schema.generated.ts";
import type { ApiRouter } from "./kit/http/route.ts";
import type { Jobs } from "./kit/jobs.ts";
import { findOrCreateSharedSecret, type Keyring } from "./kit/secrets.ts";

/** The message bus subject that announces changes of the public pages. */
const siteChangedSubject = "site.published";

export interface SitePageHooks {
  /** Adds a listener. When the public pages change, every process runs its listeners. */
  subscribeToSiteChanges(onChange: () => void): void;
  /** Called when the server has sent a public page to a visitor who is not signed in. */
  onPublicPageSent(request: FastifyRequest): void;
}

export type SiteFeatures = Awaited<ReturnType<typeof createSiteFeatures>>;

/** The features behind the public pages: blog, contact form, price plans and the firm's own details. */
export async function createSiteFeatures(dependencies: {
  db: Kysely<DB>;
  bus: Bus;
  jobs: Jobs;
  mailer: Mailer;
  staff: Staff;
  events: Events;
  keyring: Keyring;
}) {
  const { db, bus, jobs, mailer, staff, events, keyring } = dependencies;
  const key = Buffer.from(await findOrCreateSharedSecret(db, keyring, "contact-form"));
  const contactFeature = createContactFeature({ db, events, mailer, staff, formSigningKey: key });
  const baseDependencies = { db, events, jobs };
  const blogFeature = createBlogFeature(baseDependencies);
  const plans = createPricePlansFeature(baseDependencies);
  const firmFeature = createFirmFeature(baseDependencies);
  events.on("SiteChanged", () => bus.publish(siteChangedSubject, ""));
  const pages: SitePageHooks = {
    subscribeToSiteChanges: (onChange) => void bus.subscribe(siteChangedSubject, onChange),
    onPublicPageSent(request) {
      const { url, method, ip, headers } = request;
      blogFeature
        .countView({ url, method, ip, headers })
        .catch((error: unknown) => request.log.warn({ err: error }, "A view was not counted."));
    },
  };
  return {
    pages,
    /** Deletes expired data of the public site. Returns the number of deleted rows of each kind. */
    prune: async () => ({ blog_pictures: await blogFeature.prune(await firmFeature.pictures()) }),
    routes(router: ApiRouter): void {
      for (const feature of [contactFeature, blogFeature, plans, firmFeature]) feature.routes(router);
    },
  };
}
