import { z } from "zod";

/** The public site speaks English and Vietnamese (docs/rules.md). */
export const siteLanguages = ["en", "vi"] as const;
export const siteLanguageSchema = z.enum(siteLanguages).meta({ id: "SiteLanguage" });
export type SiteLanguage = z.infer<typeof siteLanguageSchema>;

/**
 * The terms of use in force, by the day they took effect. Whoever registers accepts these; a change of their meaning
 * is a new date.
 */
export const termsVersion = "2026-11-23";
