import type { AuditEntry } from "@kakehashi/contract/audit";
import {
  type AuditAction,
  type AuditSubjectKind,
  getAuditSubjectKind,
} from "@kakehashi/contract/audit-actions";
import { isLanguage } from "@kakehashi/contract/languages";
import { chooseOtherName } from "@kakehashi/contract/other-name";
import type { TFunction } from "i18next";
import type { LocaleFormat } from "../../kit/format.ts";
import { roleTextKeys } from "../profiles/roles.ts";

export interface AuditTextOptions {
  readonly t: TFunction<readonly ["admin", "desk", "profiles", "common"]>;
  readonly language: string;
  readonly format: LocaleFormat;
}

/**
 * The text key of an action in the audit log. A text key cannot contain a dot, so an underscore replaces the dot in the
 * action's name.
 */
type ActionTextKey<A extends AuditAction> = A extends `${infer Topic}.${infer Deed}`
  ? `desk:did_${Topic}_${Deed}`
  : never;
export const actionTextKeyOf = (action: AuditAction) =>
  `desk:did_${action.replace(".", "_")}` as ActionTextKey<AuditAction>;

const valueTextOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Returns an object's name in the reader's language. If there is no such name, returns its name in any other language.
 */
function nameInLanguage(names: unknown, language: string): string {
  const namesByLanguage = names as Readonly<Record<string, string>>;
  return namesByLanguage[language] ?? namesByLanguage.ja ?? Object.values(namesByLanguage)[0] ?? "";
}

/**
 * Returns only the last characters of an id. The first characters contain the creation time, so all ids of one day
 * begin alike.
 */
const shortId = (id: string) => id.slice(-8);

/**
 * Returns the name under which the audit log shows a changed object: its present name, else its name at the time of the
 * action, else the object's kind and short id.
 */
export function buildAuditSubjectText(
  { action, subject, details }: AuditEntry,
  { t, language }: AuditTextOptions,
): string {
  if (!subject) return "";
  if (subject.name) {
    const { name, reading = "", latin_name = "" } = subject;
    return chooseOtherName({ name, reading, latin_name }, isLanguage(language) ? language : "en") || name;
  }
  if (details.names) return nameInLanguage(details.names, language);
  if (details.title || details.slug) return valueTextOf(details.title ?? details.slug);
  const kind: AuditSubjectKind = getAuditSubjectKind(action);
  return `${t(`desk:thing_${kind}`)} …${shortId(subject.id)}`;
}

/** The text keys for the labels of the fields of a profile and of the company. */
const fieldLabelKeys = {
  first_name: "profiles:firstName",
  last_name: "profiles:lastName",
  name: "profiles:name",
  reading: "profiles:reading",
  latin_name: "profiles:latinName",
  address: "profiles:address",
  phone: "profiles:phone",
  category_ids: "profiles:categories",
  description: "profiles:description",
  website: "profiles:website",
  registered_name: "desk:firmRegisteredName",
  registered_number: "desk:firmRegisteredNumber",
  city: "desk:firmCity",
  country: "desk:firmCountry",
  map_url: "desk:firmMap",
  email: "desk:firmEmail",
  reply_time: "desk:firmReply",
  people: "desk:firmPeople",
} as const;

type FormatDetail = (value: unknown, reader: AuditTextOptions) => string;

const formatRole: FormatDetail = (value, { t }) =>
  String(value) in roleTextKeys
    ? t(`common:${roleTextKeys[value as keyof typeof roleTextKeys]}`)
    : valueTextOf(value);

/**
 * The functions that format the details of an audit entry for readers. A detail without such a function is shown as it
 * was stored.
 */
const detailFormatters = {
  reason: valueTextOf,
  from: formatRole,
  to: formatRole,
  issuer: (value) => (value === "google" ? "Google" : valueTextOf(value)),
  left: valueTextOf,
  count: valueTextOf,
  device: valueTextOf,
  times: valueTextOf,
  fields: (value, { t }) =>
    (value as string[])
      .map((field) =>
        field in fieldLabelKeys ? t(fieldLabelKeys[field as keyof typeof fieldLabelKeys]) : field,
      )
      .join(", "),
  names: (value, { language }) => nameInLanguage(value, language),
  code: valueTextOf,
  ids: (value, { format }) => format.number((value as unknown[]).length),
  title: valueTextOf,
  shown: (value, { t }) => t(value ? "desk:planShown" : "desk:planHidden"),
  amount: (value, { t, format }) => (value === null ? t("desk:noAmount") : format.number(Number(value))),
  slug: valueTextOf,
  published_at: (value, { format }) => (value === null ? "–" : format.fullDateTime(String(value))),
  state: (value, { t }) => t(`desk:state${value as "NEW" | "IN_PROGRESS" | "ANSWERED" | "SPAM"}`),
  page: valueTextOf,
  call: valueTextOf,
} as const satisfies Record<string, FormatDetail>;
type KnownDetailName = keyof typeof detailFormatters;

export function buildAuditDetailsText(entry: AuditEntry, textOptions: AuditTextOptions): string {
  return Object.entries(entry.details)
    .map(([name, value]) => {
      if (!(name in detailFormatters)) return `${name}: ${valueTextOf(value)}`;
      const knownDetailName = name as KnownDetailName;
      return `${textOptions.t(`desk:detail_${knownDetailName}`)}: ${detailFormatters[knownDetailName](value, textOptions)}`;
    })
    .join(" · ");
}

/** Returns all details of an audit entry as they were stored. The exported file shows them. */
export const buildStoredDetailsText = (entry: AuditEntry): string =>
  Object.entries(entry.details)
    .map(([name, value]) => `${name}: ${valueTextOf(value)}`)
    .join(", ");
