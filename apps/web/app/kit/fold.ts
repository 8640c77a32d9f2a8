/** Without accents and case, half-width kana as full: how a hurried person searches. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("đ", "d");
}
