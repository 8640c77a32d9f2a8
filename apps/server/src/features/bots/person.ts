import type { AuditAuthor } from "../audit/service.ts";
import type { BotReader } from "./store.ts";

export type BotActor = AuditAuthor & BotReader;
