/** The type of a translation of the site's texts: the same keys as in English, and lists of the same length. */
export type TranslationOf<T> = T extends string ? string : { readonly [K in keyof T]: TranslationOf<T[K]> };
