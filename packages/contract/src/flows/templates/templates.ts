import type { BotTemplate } from "./draw.ts";
import { leadsTemplate } from "./leads.ts";
import { salonTemplate } from "./salon.ts";
import { supportTemplate } from "./support.ts";

/** The templates for new bots. They contain many texts, so only the page that shows them loads this module. */
export const botTemplates = {
  salon: salonTemplate,
  support: supportTemplate,
  leads: leadsTemplate,
} as const satisfies Record<string, BotTemplate>;
