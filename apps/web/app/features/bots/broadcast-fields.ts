import type {
  BroadcastAudience,
  BroadcastChangeRequest,
  BroadcastContent,
  BroadcastDetail,
  NewBroadcastRequest,
} from "@kakehashi/contract/bot-broadcasts";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { isLanguage, type Language } from "@kakehashi/contract/languages";

/** The values of the broadcast form. An empty string means that nothing is chosen. */
export interface BroadcastFormFields {
  readonly client_id: string;
  readonly name: string;
  readonly content: {
    /**
     * What the broadcast sends: a text, an article, or (`kept`) the copy of an article that is already stored in the
     * broadcast.
     */
    readonly kind: "text" | "article" | "kept";
    readonly text: Readonly<Record<Language, string>>;
    readonly article_id: string;
  };
  readonly audience: {
    readonly platform: string;
    readonly page_id: string;
    readonly tag: string;
    readonly language: string;
    readonly seen_days: string;
    readonly variable: { readonly name: string; readonly is: "set" | "equal"; readonly value: string };
  };
  readonly when: "now" | "later" | "clock";
  /** A local date and time, in the format of an `<input type="datetime-local">`. */
  readonly scheduled_at: string;
  readonly reader_time: { readonly at: string };
}

export const createEmptyBroadcastFields = (): BroadcastFormFields => ({
  client_id: crypto.randomUUID(),
  name: "",
  content: { kind: "text", text: { en: "", vi: "", ja: "" }, article_id: "" },
  audience: {
    platform: "",
    page_id: "",
    tag: "",
    language: "",
    seen_days: "",
    variable: { name: "", is: "set", value: "" },
  },
  when: "now",
  scheduled_at: "",
  reader_time: { at: "" },
});

export function audienceOf({
  platform,
  page_id,
  tag,
  language,
  seen_days,
  variable,
}: BroadcastFormFields["audience"]): BroadcastAudience {
  return {
    platform: platform === "" ? null : (platform as BotPlatform),
    page_id: page_id || null,
    tag: tag || null,
    language: isLanguage(language) ? language : null,
    seen_days: seen_days ? Number(seen_days) : null,
    variable: variable.name
      ? { name: variable.name, value: variable.is === "equal" ? variable.value : null }
      : null,
  };
}

/**
 * Converts a broadcast to the values of the form. `toDateTimeField` converts a point in time to the format of the browser's
 * date field.
 */
export function fieldsOfBroadcast(
  { name, content, audience, scheduled_at, reader_time }: BroadcastDetail,
  toDateTimeField: (moment: Date) => string,
): BroadcastFormFields {
  const { platform, page_id, tag, language, seen_days, variable } = audience;
  const { en, vi, ja } = content.text;
  const emptyForm = createEmptyBroadcastFields();
  return {
    client_id: "",
    name,
    content:
      content.kind === "text"
        ? { ...emptyForm.content, text: { en: en ?? "", vi: vi ?? "", ja: ja ?? "" } }
        : { ...emptyForm.content, kind: "kept" },
    audience: {
      platform: platform ?? "",
      page_id: page_id ?? "",
      tag: tag ?? "",
      language: language ?? "",
      seen_days: seen_days === null ? "" : String(seen_days),
      variable: variable
        ? { name: variable.name, is: variable.value === null ? "set" : "equal", value: variable.value ?? "" }
        : emptyForm.audience.variable,
    },
    when: reader_time ? "clock" : "later",
    scheduled_at: reader_time || scheduled_at === null ? "" : toDateTimeField(new Date(scheduled_at)),
    reader_time: { at: reader_time?.at ?? "" },
  };
}

/**
 * Returns the form's values for a new broadcast that is a copy of an ended one. The time fields are empty. The article
 * is found by its name, because a broadcast does not store the id of its article.
 */
export function fieldsOfBroadcastCopy(
  broadcast: BroadcastDetail,
  articles: readonly { readonly id: string; readonly name: string }[],
  copyNameOf: (name: string) => string,
): BroadcastFormFields {
  const { name, content, scheduled_at, reader_time } = broadcast;
  const { client_id, content: emptyContent } = createEmptyBroadcastFields();
  const fields = fieldsOfBroadcast(broadcast, () => "");
  const articleId =
    content.kind === "article" ? articles.find((article) => article.name === content.name)?.id : "";
  return {
    ...fields,
    client_id,
    // Cut the name before the word for "copy" is added, because a broadcast's name has at most 200 characters.
    name: copyNameOf(name.slice(0, 180)),
    content:
      content.kind === "text"
        ? fields.content
        : { ...emptyContent, kind: "article", article_id: articleId ?? "" },
    when: scheduled_at === null && reader_time === null ? "now" : fields.when,
    reader_time: { at: "" },
  };
}

const toBroadcastContent = ({ kind, text, article_id }: BroadcastFormFields["content"]): BroadcastContent =>
  kind === "text" ? { kind, text } : { kind: "article", article_id };

/**
 * Converts the form's values to those fields of the request body that new and changed broadcasts have in common.
 * `toMoment` converts a local date and time to a point in time. `visitorZone` is the time zone for visitors whose own
 * time zone is unknown.
 */
function sharedBodyFieldsOf(
  { name, audience, when, scheduled_at, reader_time }: BroadcastFormFields,
  toMoment: (value: string) => Date | null,
  visitorZone: string,
): Pick<NewBroadcastRequest, "name" | "audience" | "scheduled_at" | "reader_time"> {
  return {
    name,
    audience: audienceOf(audience),
    // If the time field contains no valid time, send an empty string, so that the schema reports an error at this
    // field.
    scheduled_at: when === "later" ? (toMoment(scheduled_at)?.toISOString() ?? "") : null,
    reader_time: when === "clock" ? { at: reader_time.at, time_zone: visitorZone } : null,
  };
}

type TimeArguments = [toMoment: Parameters<typeof sharedBodyFieldsOf>[1], visitorZone: string];

export const newBroadcastBodyOf = (
  fields: BroadcastFormFields,
  ...times: TimeArguments
): NewBroadcastRequest => ({
  client_id: fields.client_id,
  content: toBroadcastContent(fields.content),
  ...sharedBodyFieldsOf(fields, ...times),
});

export const changedBroadcastBodyOf = (
  fields: BroadcastFormFields,
  revision: number,
  ...times: TimeArguments
): BroadcastChangeRequest => ({
  revision,
  content: fields.content.kind === "kept" ? { kind: "kept" } : toBroadcastContent(fields.content),
  ...sharedBodyFieldsOf(fields, ...times),
});

/**
 * Converts the values of the broadcast form to a draft. The draft has a single field `fields`, which contains all
 * values as JSON.
 */
export const broadcastDraftOf = (fields: BroadcastFormFields) => ({ fields: JSON.stringify(fields) });

export function fieldsOfBroadcastDraft({ fields }: { readonly fields: string }): BroadcastFormFields {
  const defaultFields = createEmptyBroadcastFields();
  const storedFields = JSON.parse(fields) as Partial<BroadcastFormFields>;
  return {
    ...defaultFields,
    ...storedFields,
    audience: { ...defaultFields.audience, ...storedFields.audience },
  };
}
