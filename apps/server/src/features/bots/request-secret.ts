import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { recordAudit } from "../audit/service.ts";
import type { FlowDependencies } from "./flows.ts";
import type { BotActor } from "./person.ts";
import type { createRequestSecrets } from "./request-signature.ts";
import { type BotReader, findRequestSettings, renewRequestSecret } from "./store.ts";

interface SecretSettingsDependencies {
  readonly db: Kysely<DB>;
  readonly secrets: ReturnType<typeof createRequestSecrets>;
  readonly find: FlowDependencies["findBot"];
}

/** Shows the secret that signs the HTTP requests of a bot's stories, and replaces it with a new one. */
export function createRequestSecretSettings({ db, secrets, find }: SecretSettingsDependencies) {
  async function viewSecret(reader: BotReader, id: string): Promise<string> {
    await find(db, reader, id, "edit");
    const requestSettings = await findRequestSettings(db, id);
    return secrets.secretOf(id, requestSettings?.request_secret_number ?? 1);
  }
  return {
    view: viewSecret,
    async renew(person: BotActor, id: string): Promise<string> {
      await db.transaction().execute(async (tx) => {
        const { name } = await find(tx, person, id, "edit", true);
        await renewRequestSecret(tx, id);
        await recordAudit(tx, person, "bot.change", id, { title: name, fields: ["request_secret"] });
      });
      return viewSecret(person, id);
    },
  };
}
