import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Files } from "../files/service.ts";
import type { Glossary } from "../glossary/service.ts";
import type { TranslationMemory } from "../memory/service.ts";

export interface ImportDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  files: Files;
  memory: TranslationMemory;
  glossary: Glossary;
  log: Log;
}
