import type { FirmInLanguage } from "@kakehashi/contract/firm";
import type { Language } from "@kakehashi/contract/languages";
import { buildSitePath, englishPathOf, pageLanguagesOf } from "./addresses.ts";
import { useSite } from "./use-site.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const openGraphLocales: Readonly<Record<Language, string>> = { en: "en_US", vi: "vi_VN", ja: "ja_JP" };

interface PageHeadProps {
  /** The page's address in English. */
  page: string;
  title: string;
  description: string;
  /** The page's breadcrumbs, without the start page. */
  breadcrumbs?: readonly { name: string; page: string }[];
  /** Additional structured data for search engines, in schema.org terms. */
  data?: readonly JsonObject[];
  /** The path of the page's social card, below `/cards/{language}/`. */
  cardPath?: string;
  article?: { publishedAt: string; updatedAt: string };
  /** The language of the page's text, if it differs from the language of the header and the footer. */
  textLanguage?: Language;
  /** Whether search engines may list the page. */
  isIndexed?: boolean;
}

/** The page's metadata for search engines, browsers and other sites. */
export function PageHead(props: PageHeadProps) {
  const { page, title, description, breadcrumbs = [], data = [], article, isIndexed = true } = props;
  const { language, texts, publicUrl, isInWorkspace, firm } = useSite();
  const textLanguage = props.textLanguage ?? language;
  const absoluteUrlOf = (englishPath: string, pageLanguage: Language = language) =>
    `${publicUrl}${buildSitePath(englishPath, pageLanguage)}`;
  const cardUrl = `${publicUrl}/cards/${language}/${props.cardPath ?? (englishPathOf(page).slice(1) || "home")}.png`;
  const fullTitle = `${title} · ${texts.frame.name}`;
  if (isInWorkspace) return <title>{fullTitle}</title>;
  const breadcrumbList = breadcrumbs.length > 0 && {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: texts.frame.home, page: "/" }, ...breadcrumbs].map((breadcrumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: breadcrumb.name,
      item: absoluteUrlOf(breadcrumb.page),
    })),
  };
  const schemaGraph = [
    createOrganizationData(publicUrl, texts.frame.description, firm),
    ...(breadcrumbList ? [breadcrumbList] : []),
    ...data,
  ];
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isIndexed ? (
        <>
          <link rel="canonical" href={absoluteUrlOf(page, textLanguage)} />
          {pageLanguagesOf(page).map((alternateLanguage) => (
            <link
              key={alternateLanguage}
              rel="alternate"
              hrefLang={alternateLanguage}
              href={absoluteUrlOf(page, alternateLanguage)}
            />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absoluteUrlOf(page, "en")} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${texts.frame.name} · ${texts.blog.title}`}
        href={absoluteUrlOf("/blog/rss.xml")}
      />
      <meta property="og:type" content={article ? "article" : "website"} />
      <meta property="og:site_name" content={texts.frame.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absoluteUrlOf(page, textLanguage)} />
      <meta property="og:locale" content={openGraphLocales[textLanguage]} />
      <meta property="og:image" content={cardUrl} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {article && <meta property="article:published_time" content={article.publishedAt} />}
      {article && <meta property="article:modified_time" content={article.updatedAt} />}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, which no HTML can leave
        dangerouslySetInnerHTML={{
          __html: serializeJsonForScript({ "@context": "https://schema.org", "@graph": schemaGraph }),
        }}
      />
    </>
  );
}

function createOrganizationData(publicUrl: string, description: string, firm: FirmInLanguage): JsonObject {
  const { registered_name, email, phone, address, city, country } = firm;
  return {
    "@type": "Organization",
    "@id": `${publicUrl}/#organization`,
    name: "Kakehashi",
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    description,
    ...(registered_name && { legalName: registered_name }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...((address || city || country) && {
      address: {
        "@type": "PostalAddress",
        ...(address && { streetAddress: address }),
        ...(city && { addressLocality: city }),
        ...(country && { addressCountry: country }),
      },
    }),
    knowsLanguage: ["en", "vi", "ja"],
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "sales",
      url: `${publicUrl}/contact`,
      availableLanguage: ["en", "vi", "ja"],
    },
  };
}

function serializeJsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028|\u2029/g, "");
}
