import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { amountOfMoneySchema } from "./money.ts";
import { siteLanguageSchema } from "./site.ts";

/** The billing unit of a price plan's amount. */
export const pricePlanPeriods = ["PROJECT", "MONTH", "HOUR"] as const;
const planPeriodSchema = z.enum(pricePlanPeriods).meta({ id: "PlanPeriod" });
export type PricePlanPeriod = (typeof pricePlanPeriods)[number];

const createLineSchema = (maximumLength: number) =>
  z.string().trim().min(1, { error: "required" }).max(maximumLength);
const planTextsSchema = z.strictObject({
  title: createLineSchema(60),
  /** The description of the price plan in one sentence. */
  text: createLineSchema(200),
  /** For whom the price plan is suitable: the end of the sentence "Suits you when …". */
  suits: createLineSchema(200),
  /** The services that the price plan includes. */
  points: z.array(createLineSchema(200)).min(1).max(12),
});
export type PricePlanTexts = z.infer<typeof planTextsSchema>;

const priceFields = {
  /** The price of the plan. Null: the customer agrees on a price with a consultant. */
  amount: amountOfMoneySchema.nullable(),
  /** The currency of the price as an ISO 4217 code. Null if there is no price. */
  currency: z
    .string()
    .max(3)
    .regex(/^[A-Z]{3}$/, { error: "currency" })
    .nullable(),
  period: planPeriodSchema.nullable(),
};

/** Maximum number of price plans. */
export const maximumPricePlans = 100;

/** A price plan in one language, as the price page shows it. */
export const pricePlanInLanguageSchema = z
  .object({ id: idSchema, ...planTextsSchema.shape, ...priceFields })
  .meta({ id: "PublicPricePlan" });
export type PricePlanInLanguage = z.infer<typeof pricePlanInLanguageSchema>;

export const listPublicPricePlans = endpoint({
  method: "GET",
  path: "/plans",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the plans of the price page in one language, in the admin's order.",
  query: z.strictObject({ language: siteLanguageSchema.default("en") }),
  data: z.array(pricePlanInLanguageSchema).max(maximumPricePlans),
});

const planFields = {
  words: z.strictObject({ en: planTextsSchema, vi: planTextsSchema }).meta({ id: "PlanTexts" }),
  ...priceFields,
  shown: z.boolean(),
};
/** A price plan in all languages, as admins edit it. */
export const pricePlanSchema = z
  .object({
    id: idSchema,
    ...planFields,
    version: z.number().int(),
    updated_at: z.iso.datetime(),
    /**
     * The name of the person who last saved the plan. Null: nobody has saved it, or the person's account was deleted.
     */
    changed_by: z.string().max(200).nullable(),
  })
  .meta({ id: "PricePlan" });
export type PricePlan = z.infer<typeof pricePlanSchema>;

const planBody = z
  .strictObject(planFields)
  .refine(({ amount, currency }) => amount === null || currency !== null, {
    error: "required",
    path: ["currency"],
  })
  .refine(({ amount, period }) => amount === null || period !== null, {
    error: "required",
    path: ["period"],
  });
export type PricePlanBody = z.input<typeof planBody>;
/** The version of the price plan that the admin edited. If a newer version is stored, the change is refused. */
const planChangeBody = planBody.safeExtend({ version: z.number().int().min(1).optional() });
export type PricePlanChanges = z.input<typeof planChangeBody>;

const idParams = z.object({ id: idSchema });

export const listAllPricePlans = endpoint({
  method: "GET",
  path: "/admin/plans",
  guard: "admin",
  limit: limits.read,
  summary: "Lists all plans in both languages, hidden ones included, in the order of the page.",
  data: z.array(pricePlanSchema).max(maximumPricePlans),
});
export const addPricePlan = endpoint({
  method: "POST",
  path: "/admin/plans",
  guard: "admin",
  limit: limits.form,
  summary: "Adds a plan at the end.",
  body: planBody,
  data: pricePlanSchema,
});
export const changePricePlan = endpoint({
  method: "PATCH",
  path: "/admin/plans/:id",
  guard: "admin",
  limit: limits.form,
  summary:
    "Changes a plan. All fields are required except `version`, the version that the caller edited: if somebody has saved a newer one, the answer is PLAN.CHANGED and nothing is overwritten.",
  params: idParams,
  body: planChangeBody,
  data: pricePlanSchema,
});
export const removePricePlan = endpoint({
  method: "DELETE",
  path: "/admin/plans/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Removes a plan.",
  params: idParams,
  data: z.object({}),
});
export const orderPricePlans = endpoint({
  method: "POST",
  path: "/admin/plans/order",
  guard: "admin",
  limit: limits.form,
  summary: "Sorts the plans in the given order. Plans that are not named follow.",
  body: z.strictObject({ ids: z.array(idSchema).max(maximumPricePlans) }),
  data: z.array(pricePlanSchema).max(maximumPricePlans),
});

export const pricePlanErrors = {
  "PLAN.CHANGED": {
    status: 409,
    message: {
      en: "Someone else has saved this plan since you opened it.",
      vi: "Người khác đã lưu gói này sau khi bạn mở nó.",
      ja: "このプランは、開いた後に別の人が保存しました。",
    },
  },
} as const satisfies ErrorTable;
