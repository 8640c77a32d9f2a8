/** The type of a translation of the site's texts: the same keys as in English, and lists of the same length. */
export type Shape<T> = T extends string ? string : { readonly [K in keyof T]: Shape<T[K]> };
