import type { AuditAuthor } from "../audit/service.ts";

export type BroadcastPerson = AuditAuthor & { readonly userId: string; readonly isAdmin: boolean };
