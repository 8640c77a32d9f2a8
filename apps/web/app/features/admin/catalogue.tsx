import {
  addCategory,
  addCurrency,
  type Category,
  type Currency,
  listCategories,
  listCurrencies,
  orderCategories,
  orderCurrencies,
  removeCategory,
  removeCurrency,
  renameCategory,
  renameCurrency,
} from "@kakehashi/contract/catalogue";
import { type Language, languages } from "@kakehashi/contract/languages";
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import styles from "./admin.module.css";
import table from "./table.module.css";

type Item = Category | Currency;
type Names = Record<Language, string>;
const nothing: Names = { en: "", vi: "", ja: "" };

const lists = {
  categories: {
    load: async (): Promise<Item[]> => (await call(listCategories)).data,
    add: (names: Names) => call(addCategory, { body: { names } }),
    rename: (id: string, names: Names) => call(renameCategory, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeCategory, { params: { id } }),
    order: (ids: string[]) => call(orderCategories, { body: { ids } }),
  },
  currencies: {
    load: async (): Promise<Item[]> => (await call(listCurrencies)).data,
    add: (names: Names, code: string) => call(addCurrency, { body: { names, code } }),
    rename: (id: string, names: Names) => call(renameCurrency, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeCurrency, { params: { id } }),
    order: (ids: string[]) => call(orderCurrencies, { body: { ids } }),
  },
} as const;

const nameOf = (item: Item, language: Language) =>
  item.names.find(({ language_code }) => language_code === language)?.name ?? "";

/** A list of names in three languages, in an order of the admin's choosing. */
export function CatalogueList({ list }: { list: keyof typeof lists }) {
  const { t } = useTranslation(["admin", "common"]);
  const textOf = useErrorText();
  const calls = lists[list];
  const [editing, setEditing] = useState<string | null>(null);
  const [names, setNames] = useState<Names>(nothing);
  const [code, setCode] = useState("");
  const { data, error, refetch } = useQuery({ queryKey: ["admin", list], queryFn: calls.load });
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => {
      setEditing(null);
      setNames(nothing);
      setCode("");
    },
    onError: (error) => toast(textOf(error), "error"),
    onSettled: () => {
      void queryClient().invalidateQueries({ queryKey: ["admin", list] });
      void queryClient().invalidateQueries({ queryKey: ["categories"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(() => (editing ? calls.rename(editing, names) : calls.add(names, code)));
  };
  if (error) return <FailedState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows count={6} label={t("common:loading")} />;
  const move = (index: number, by: number) => {
    const ids = data.map(({ id }) => id);
    const [id = ""] = ids.splice(index, 1);
    ids.splice(index + by, 0, id);
    mutate(() => calls.order(ids));
  };
  return (
    <>
      <form onSubmit={submit}>
        <div className={styles.names}>
          {list === "currencies" && !editing && (
            <label className={styles.field}>
              {t("code")}
              <input
                value={code}
                required
                maxLength={3}
                onChange={({ currentTarget }) => setCode(currentTarget.value)}
              />
            </label>
          )}
          {languages.map((language) => (
            <label key={language} className={styles.field}>
              {languageNames[language]}
              <input
                lang={language}
                required
                maxLength={200}
                value={names[language]}
                onChange={({ currentTarget }) => setNames({ ...names, [language]: currentTarget.value })}
              />
            </label>
          ))}
        </div>
        <div className={table.tools}>
          <Button type="submit" kind="primary" loading={isPending}>
            {t(editing ? "save" : "add")}
          </Button>
          {editing && (
            <Button
              onClick={() => {
                setEditing(null);
                setNames(nothing);
              }}
            >
              {t("common:cancel")}
            </Button>
          )}
        </div>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too */}
      <section className={table.scroll} tabIndex={0} aria-label={t(list)}>
        <table className={table.table}>
          <thead>
            <tr>
              {list === "currencies" && <th scope="col">{t("code")}</th>}
              {languages.map((language) => (
                <th key={language} scope="col">
                  {languageNames[language]}
                </th>
              ))}
              <th scope="col">{t("edit")}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((item, index) => (
              <tr key={item.id}>
                {"code" in item && <td>{item.code}</td>}
                {languages.map((language) => (
                  <td key={language} lang={language}>
                    {nameOf(item, language)}
                  </td>
                ))}
                <td>
                  <span className={styles.row}>
                    <IconButton
                      label={`${t("up")}: ${nameOf(item, "en")}`}
                      disabled={index === 0 || isPending}
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp size={18} stroke={1.6} />
                    </IconButton>
                    <IconButton
                      label={`${t("down")}: ${nameOf(item, "en")}`}
                      disabled={index === data.length - 1 || isPending}
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown size={18} stroke={1.6} />
                    </IconButton>
                    <IconButton
                      label={`${t("edit")}: ${nameOf(item, "en")}`}
                      onClick={() => {
                        setEditing(item.id);
                        setNames({ en: nameOf(item, "en"), vi: nameOf(item, "vi"), ja: nameOf(item, "ja") });
                      }}
                    >
                      <IconPencil size={18} stroke={1.6} />
                    </IconButton>
                    <IconButton
                      label={`${t("remove")}: ${nameOf(item, "en")}`}
                      disabled={isPending}
                      onClick={async () => {
                        const question = { title: t("sureTitle"), text: t("sureText"), action: t("remove") };
                        if (await confirm(question)) mutate(() => calls.remove(item.id));
                      }}
                    >
                      <IconTrash size={18} stroke={1.6} />
                    </IconButton>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
