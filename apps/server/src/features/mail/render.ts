import { isolateDirection } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import type { MailTemplate } from "./templates/template.ts";
import { type MailTemplateName, mailTemplates } from "./templates.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The fonts of a mail for each language. All of them are fonts that mail programs have. */
const fontsByLanguage: Record<Language, string> = {
  en: "Helvetica,Arial,sans-serif",
  vi: "Helvetica,Arial,sans-serif",
  ja: "'Hiragino Sans','Yu Gothic',Meiryo,sans-serif",
};

export type MailPlaceholderValues = Readonly<Record<string, string>>;

/**
 * Renders a mail as text and HTML in the receiver's language. `link` is the URL of the button, `values`
 * replace the `{name}` placeholders.
 */
export function renderMail(
  templateName: MailTemplateName,
  language: Language,
  link: string,
  values: MailPlaceholderValues = {},
): RenderedMail {
  const template: MailTemplate = mailTemplates[templateName];
  // Isolates the text direction of a value, because a user may have typed it. A right-to-left value must not reverse
  // the text around it.
  const fillPlaceholdersInText = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, placeholderName: string) =>
      isolateDirection(values[placeholderName] ?? ""),
    );
  const fillPlaceholdersInHtml = (text: string) =>
    escapeHtml(text).replace(
      /\{(\w+)\}/g,
      (_, placeholderName: string) => `<bdi>${escapeHtml(values[placeholderName] ?? "")}</bdi>`,
    );
  // A subject is one header line, so line breaks in values become spaces.
  const subject = fillPlaceholdersInText(template.subject[language]).replace(/\s+/g, " ");
  const paragraphs = template.paragraphs.map((paragraph) => fillPlaceholdersInText(paragraph[language]));
  const button = template.button?.[language];
  const text = [
    ...paragraphs.slice(0, 1),
    ...(button ? [link] : []),
    ...paragraphs.slice(1),
    "Kakehashi 架け橋",
  ];
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FBFAF7;color:#171A2B;font:16px/1.6 ${fontsByLanguage[language]}">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="font-weight:700;margin:0 0 24px">Kakehashi 架け橋</p>
<h1 style="font-size:20px;line-height:1.4;margin:0 0 16px">${fillPlaceholdersInHtml(template.subject[language])}</h1>
${template.paragraphs.map((paragraph) => `<p style="margin:0 0 16px;white-space:pre-line">${fillPlaceholdersInHtml(paragraph[language])}</p>`).join("\n")}
${
  button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;background:#C23A24;color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px">${escapeHtml(button)}</a></p>
<p style="margin:0;font-size:13px;color:#5C5A55;word-break:break-all">${escapeHtml(link)}</p>`
    : ""
}
</div></body></html>
`;
  return { subject, text: `${text.join("\n\n")}\n`, html };
}
