import { z } from "zod";

/** The languages of the public site: English and Vietnamese (docs/rules.md). */
export const siteLanguages = ["en", "vi"] as const;
export const siteLanguageSchema = z.enum(siteLanguages).meta({ id: "SiteLanguage" });
export type SiteLanguage = z.infer<typeof siteLanguageSchema>;

/**
 * The version of the terms of use: the day on which they took effect. People who register accept this
 * version. Change it whenever the meaning of the terms changes.
 */
export const termsVersion = "2026-11-23";
