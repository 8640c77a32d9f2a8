import type { AuditAuthor } from "../audit/service.ts";

export type BroadcastActor = AuditAuthor & { readonly userId: string; readonly isAdmin: boolean };
