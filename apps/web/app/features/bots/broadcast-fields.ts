import type { BroadcastAudience, BroadcastBody } from "@kakehashi/contract/bot-broadcasts";
import type { Platform } from "@kakehashi/contract/flows/limits";
import { isLanguage, type Language } from "@kakehashi/contract/languages";

/** The form of a new broadcast. An empty text means that nothing is chosen. */
export interface Fields {
  readonly client_id: string;
  readonly name: string;
  readonly content: {
    readonly kind: "text" | "article";
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
  /** The value of a browser's field for a local date and time. */
  readonly scheduled_at: string;
  readonly reader_time: { readonly at: string };
}

export const emptyFields = (): Fields => ({
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
}: Fields["audience"]): BroadcastAudience {
  return {
    platform: platform === "" ? null : (platform as Platform),
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
 * Turns the form into the body of the call. `toMoment` reads a local date and time. `visitorZone` is the time zone for
 * visitors whose own one is not known.
 */
export function bodyOf(
  { client_id, name, content, audience, when, scheduled_at, reader_time }: Fields,
  toMoment: (value: string) => Date | null,
  visitorZone: string,
): BroadcastBody {
  return {
    client_id,
    name,
    content:
      content.kind === "text"
        ? { kind: "text", text: content.text }
        : { kind: "article", article_id: content.article_id },
    audience: audienceOf(audience),
    // A field without a valid time becomes an empty text, which the schema refuses.
    scheduled_at: when === "later" ? (toMoment(scheduled_at)?.toISOString() ?? "") : null,
    reader_time: when === "clock" ? { at: reader_time.at, time_zone: visitorZone } : null,
  };
}

/** Converts the form to a draft with a single field. */
export const draftOf = (fields: Fields) => ({ fields: JSON.stringify(fields) });

export function fieldsOfDraft({ fields }: { readonly fields: string }): Fields {
  const empty = emptyFields();
  const stored = JSON.parse(fields) as Partial<Fields>;
  return { ...empty, ...stored, audience: { ...empty.audience, ...stored.audience } };
}
