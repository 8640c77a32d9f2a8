import type { Author } from "../audit/service.ts";
import type { Reader } from "./store.ts";

export type Person = Author & Reader;
