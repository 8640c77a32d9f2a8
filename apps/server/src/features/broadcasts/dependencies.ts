import type { Author } from "../audit/service.ts";

export type Person = Author & { readonly userId: string; readonly isAdmin: boolean };
