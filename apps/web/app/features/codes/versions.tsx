import { restoreCodeVersion, type SnippetVersion } from "@kakehashi/contract/code-versions";
import { createRawCodePath, type Snippet } from "@kakehashi/contract/codes";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import parts from "./parts.module.css";
import { cacheSnippet, codeQuery, versionQuery, versionsQuery } from "./queries.ts";
import { VersionDifferences } from "./version-differences.tsx";
import styles from "./versions.module.css";

/**
 * The list of a snippet's versions. Shows the differences between any two of them, and has a button that restores a
 * version.
 */
export function SnippetVersions({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation("codes");
  const query = useQuery(versionsQuery(snippet.slug, snippet.version));
  useRenderEveryMinute();
  return (
    <LoadedContent query={query} rows={4}>
      {(versions) => (
        <>
          {versions.length < 2 ? (
            <p className={parts.note}>{t("oneVersion")}</p>
          ) : (
            <VersionComparison snippet={snippet} versions={versions} />
          )}
          <ol className={parts.items}>
            {versions.map((version) => (
              <VersionItem key={version.number} snippet={snippet} version={version} versions={versions} />
            ))}
          </ol>
        </>
      )}
    </LoadedContent>
  );
}

/**
 * Returns the numbers of the two versions to compare, which are in the page's address. By default these are the two
 * newest.
 */
function useComparedVersions(versions: readonly SnippetVersion[]) {
  const [address, setAddress] = useSearchParams();
  const readVersionNumber = (name: string) =>
    versions.find(({ number }) => String(number) === address.get(name))?.number;
  const to = readVersionNumber("to") ?? versions[0]?.number ?? 1;
  const fromVersion = readVersionNumber("from") ?? versions.find(({ number }) => number < to)?.number ?? to;
  return {
    from: fromVersion,
    to,
    compare: (from: number, to: number) =>
      setAddress(
        { tab: "versions", from: String(from), to: String(to) },
        { replace: true, preventScrollReset: true },
      ),
  };
}

function VersionComparison({
  snippet: { slug },
  versions,
}: {
  snippet: Snippet;
  versions: readonly SnippetVersion[];
}) {
  const { t } = useTranslation("codes");
  const { dateTime } = useFormat();
  const { from, to, compare } = useComparedVersions(versions);
  const [queryBefore, queryAfter] = [useQuery(versionQuery(slug, from)), useQuery(versionQuery(slug, to))];
  const choices = versions.map(({ number, created_at }) => (
    <option key={number} value={number}>
      {t("versionAt", { version: number, moment: dateTime(created_at) })}
    </option>
  ));
  return (
    <section className={styles.comparison} aria-label={t("compare")}>
      <div className={styles.compared}>
        <SelectField
          label={t("compareFrom")}
          value={from}
          onChange={({ currentTarget }) => compare(Number(currentTarget.value), to)}
        >
          {choices}
        </SelectField>
        <SelectField
          label={t("compareTo")}
          value={to}
          onChange={({ currentTarget }) => compare(from, Number(currentTarget.value))}
        >
          {choices}
        </SelectField>
      </div>
      <LoadedContent query={queryBefore} rows={4}>
        {(older) => (
          <LoadedContent query={queryAfter} rows={4}>
            {(newer) => (
              <VersionDifferences
                key={`${older.number} ${newer.number}`}
                name={`${slug} ${older.number} ${newer.number}`}
                before={older}
                after={newer}
              />
            )}
          </LoadedContent>
        )}
      </LoadedContent>
    </section>
  );
}

interface VersionProps {
  snippet: Snippet;
  version: SnippetVersion;
  versions: readonly SnippetVersion[];
}

function VersionItem({
  snippet,
  version: { number, user, created_at, restored_from },
  versions,
}: VersionProps) {
  const { t } = useTranslation("codes");
  const { timeAgo, fullDateTime } = useFormat();
  const { compare } = useComparedVersions(versions);
  const { slug, version, can_edit } = snippet;
  const previousNumber = versions.find((otherVersion) => otherVersion.number < number)?.number;
  const restoreMutation = useMutation({
    mutationFn: async () =>
      (await call(restoreCodeVersion, { params: { slug, number: String(number) }, body: { version } })).data,
    onSuccess(restoredSnippet) {
      cacheSnippet(restoredSnippet);
      toast(t("restored", { version: number }));
    },
    onError(error) {
      toastError(error);
      void getQueryClient().invalidateQueries({ queryKey: codeQuery(slug).queryKey });
    },
  });
  async function confirmAndRestore(): Promise<void> {
    const title = t("restoreTitle", { version: number });
    if (await askToConfirm({ title, text: t("restoreText"), actionLabel: t("restore") }))
      restoreMutation.mutate();
  }
  return (
    <li className={styles.version}>
      <span className={styles.versionWords}>
        <span className={styles.versionName}>
          {t("version", { version: number })}
          {number === version && <Badge tone="jade">{t("newest")}</Badge>}
          {restored_from !== null && <Badge>{t("restoredFrom", { version: restored_from })}</Badge>}
        </span>
        <span className={styles.versionFacts}>
          <Avatar id={user.id} name={user.name} image={user.avatar} size={20} />
          <PersonName person={user} />
          <time dateTime={created_at} title={fullDateTime(created_at)}>
            {timeAgo(created_at)}
          </time>
        </span>
      </span>
      <span className={styles.versionActs}>
        {previousNumber !== undefined && (
          <Button kind="quiet" size="xs" onClick={() => compare(previousNumber, number)}>
            {t("changes")}
            <span className="visually-hidden">{t("version", { version: number })}</span>
          </Button>
        )}
        <a href={createRawCodePath(slug, { version: number })} target="_blank" rel="noopener">
          {t("raw")}
          <span className="visually-hidden">{t("version", { version: number })}</span>
        </a>
        {can_edit && number !== version && (
          <Button size="xs" loading={restoreMutation.isPending} onClick={() => void confirmAndRestore()}>
            {t("restore")}
            <span className="visually-hidden">{t("version", { version: number })}</span>
          </Button>
        )}
      </span>
    </li>
  );
}
