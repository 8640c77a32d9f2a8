import type { BotTemplate } from "./draw.ts";
import { leadsTemplate } from "./leads.ts";
import { salonTemplate } from "./salon.ts";
import { supportTemplate } from "./support.ts";

/**
 * The templates for new bots. The templates contain many texts, so the browser loads them only with the page that shows
 * them.
 */
export const botTemplates = {
  salon: salonTemplate,
  support: supportTemplate,
  leads: leadsTemplate,
} as const satisfies Record<string, BotTemplate>;
