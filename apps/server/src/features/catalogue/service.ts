import {
  type CurrencyWithNames,
  maximumCatalogueEntries,
  type NameInEachLanguage,
  type ProjectCategory,
  type StoredNamesByLanguage,
} from "@kakehashi/contract/catalogue";
import { type Language, languages } from "@kakehashi/contract/languages";
import { type Kysely, sql } from "kysely";
import { toJson } from "../../kit/db/json.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";

export type NamesToStore = Readonly<Record<Language, string>>;
type CatalogueList = "categories" | "currencies";

export function toNamesByLanguageList(names: StoredNamesByLanguage): NameInEachLanguage {
  return languages.flatMap((code) => {
    const name = names[code];
    return name === undefined ? [] : [{ language_code: code, name }];
  });
}

export type Catalogue = ReturnType<typeof createCatalogue>;

export function createCatalogue({ db }: { db: Kysely<DB> }) {
  const list = {
    categories: createListActions(db, "categories"),
    currencies: createListActions(db, "currencies"),
  };

  async function listCategories(): Promise<ProjectCategory[]> {
    const rows = await db
      .selectFrom("categories")
      .select(["id", "names"])
      .orderBy("position")
      .orderBy("id")
      .limit(maximumCatalogueEntries)
      .execute();
    return rows.map(({ id, names }) => ({ id, names: toNamesByLanguageList(names) }));
  }

  async function listCurrencies(): Promise<CurrencyWithNames[]> {
    const rows = await db
      .selectFrom("currencies")
      .select(["id", "code", "names"])
      .orderBy("position")
      .orderBy("id")
      .limit(maximumCatalogueEntries)
      .execute();
    return rows.map(({ id, code, names }) => ({ id, code, names: toNamesByLanguageList(names) }));
  }

  const findCategory = async (id: string) =>
    (await listCategories()).find((category) => category.id === id) ?? throwNotFound();
  const findCurrency = async (id: string) =>
    (await listCurrencies()).find((currency) => currency.id === id) ?? throwNotFound();

  return {
    categories: listCategories,
    currencies: listCurrencies,
    languages: () => languages.map((code) => ({ id: code, code })),

    addCategory: async (author: AuditAuthor, names: NamesToStore) =>
      findCategory(await list.categories.add(author, { names })),
    async addCurrency(author: AuditAuthor, code: string, names: NamesToStore) {
      return findCurrency(await list.currencies.add(author, { code, names }));
    },
    async renameCategory(author: AuditAuthor, id: string, names: NamesToStore) {
      await list.categories.rename(author, id, names);
      return findCategory(id);
    },
    async renameCurrency(author: AuditAuthor, id: string, names: NamesToStore) {
      await list.currencies.rename(author, id, names);
      return findCurrency(id);
    },
    removeCategory: list.categories.remove,
    removeCurrency: list.currencies.remove,
    async orderCategories(author: AuditAuthor, ids: readonly string[]) {
      await list.categories.order(author, ids);
      return listCategories();
    },
    async orderCurrencies(author: AuditAuthor, ids: readonly string[]) {
      await list.currencies.order(author, ids);
      return listCurrencies();
    },
  };
}

function throwNotFound(): never {
  throw createNotFoundError();
}

function findErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Creates the functions with which admins change one of the lists (categories or currencies). */
function createListActions(db: Kysely<DB>, list: CatalogueList) {
  const table = sql.table(list);
  const requireChangedRow = (count: bigint | undefined) => {
    if (!count) throw createNotFoundError();
  };
  return {
    async add(author: AuditAuthor, row: { names: NamesToStore; code?: string }): Promise<string> {
      const id = newId();
      const codeColumn = row.code === undefined ? sql`` : sql`code, `;
      const codeValue = row.code === undefined ? sql`` : sql`${row.code}, `;
      try {
        await db.transaction().execute(async (tx) => {
          await sql`insert into ${table} (id, ${codeColumn} names, position)
            values (${id}, ${codeValue} ${toJson(row.names)}, (select coalesce(max(position), 0) + 1 from ${table}))`.execute(
            tx,
          );
          await recordAudit(tx, author, `${list}.add`, id, row);
        });
      } catch (error) {
        // PostgreSQL's error unique_violation: the list already has an entry with this name or code.
        throw findErrorCode(error) === "23505"
          ? new AppError("CATALOGUE.KNOWN", { fields: { code: "invalid" } })
          : error;
      }
      return id;
    },

    async rename(author: AuditAuthor, id: string, names: NamesToStore): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { numAffectedRows } =
          await sql`update ${table} set names = ${toJson(names)} where id = ${id}`.execute(tx);
        requireChangedRow(numAffectedRows);
        await recordAudit(tx, author, `${list}.rename`, id, { names });
      });
    },

    async remove(author: AuditAuthor, id: string): Promise<void> {
      try {
        await db.transaction().execute(async (tx) => {
          const { rows } = await sql<{
            names: NamesToStore;
          }>`delete from ${table} where id = ${id} returning names`.execute(tx);
          const [removedRow] = rows;
          if (!removedRow) throw createNotFoundError();
          await recordAudit(tx, author, `${list}.remove`, id, { names: removedRow.names });
        });
      } catch (error) {
        // PostgreSQL's error foreign_key_violation: a profile or a project still uses the row.
        throw findErrorCode(error) === "23503" ? new AppError("CATALOGUE.USED") : error;
      }
    },

    async order(author: AuditAuthor, ids: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sql`update ${table} as l set position = o.position
          from (select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, position) as position
            from ${table}) o where o.id = l.id`.execute(tx);
        await recordAudit(tx, author, `${list}.order`, null, { ids });
      });
    },
  };
}
