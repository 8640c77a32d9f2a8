const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface ConsentPage {
  platform: string;
  query: Readonly<Record<string, string>>;
  pages: readonly { id: string; name: string }[];
  /** Whether the person can choose only one page. */
  allowsOnlyOnePage: boolean;
}

/**
 * Returns the HTML page on which a person lets the app use their pages, or refuses. The page's form sends the
 * parameters in `query` again, together with `decision` and `pages`.
 */
export function consentPageHtml({ platform, query, pages, allowsOnlyOnePage }: ConsentPage): string {
  const hiddenFields = Object.entries(query)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const choices = pages
    .map(
      ({ id, name }, index) =>
        `<p><label><input type="${allowsOnlyOnePage ? "radio" : "checkbox"}" name="pages" value="${escapeHtml(id)}"` +
        `${index === 0 || !allowsOnlyOnePage ? " checked" : ""}> ${escapeHtml(name)}</label></p>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${platform} (stand-in)</title>
<h1>${platform} (stand-in)</h1><p>Kakehashi asks to act for your pages.</p>
<form>${hiddenFields}${choices}
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Refuse</button></form></html>`;
}

/**
 * Opens the URL of the consent page and submits its form at once, to allow or refuse access. Returns the URL to which
 * the platform redirects.
 */
export async function submitConsentPage(
  address: string,
  { pageIds, deny = false }: { pageIds?: readonly string[]; deny?: boolean },
): Promise<URL> {
  const page = await fetch(address);
  if (page.status !== 200) throw new Error(`The dialog refuses: ${await page.text()}`);
  await page.arrayBuffer();
  const decisionUrl = new URL(address);
  decisionUrl.searchParams.set("decision", deny ? "deny" : "allow");
  for (const id of pageIds ?? []) decisionUrl.searchParams.append("pages", id);
  const response = await fetch(decisionUrl, { redirect: "manual" });
  const location = response.headers.get("location");
  if (location === null) throw new Error(`The dialog refuses: ${await response.text()}`);
  return new URL(location);
}
