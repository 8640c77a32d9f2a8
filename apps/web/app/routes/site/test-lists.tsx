import { IconDots, IconInbox } from "@tabler/icons-react";
import { PersonLine } from "../../features/profiles/person-line.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import type { LoadRows } from "../../kit/table/load.ts";
import { Table } from "../../kit/table/table.tsx";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Card, CardLink, Cards, CardTitle } from "../../kit/ui/cards.tsx";
import { DraftNote } from "../../kit/ui/draft-note.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { Pane } from "../../kit/ui/pane.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UnsentButtons } from "../../kit/ui/unsent-buttons.tsx";
import styles from "./test.module.css";
import { SortableListSample } from "./test-form.tsx";
import { TabsSample } from "./test-layers.tsx";
import { styleGuidePeople } from "./test-people.tsx";
import { StyleGuideSection } from "./test-section.tsx";

const offlineError = new ApiError(0, "NETWORK", "");
const doNothing = () => undefined;
const fakeQuery = {
  data: undefined as readonly string[] | undefined,
  error: null as unknown,
  refetch: doNothing,
};
const sampleNames = ["田中 愛子", "Nguyễn Văn An"];
const samplePage = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: doNothing,
};

/** Samples of a list in all states: loading, empty, failed, and loaded with a failed refetch. */
function ListStates() {
  const { t } = useTranslation("styleguide");
  const emptyState = (
    <EmptyState
      icon={<IconInbox size={24} stroke={1.6} />}
      title={t("emptyTitle")}
      text={t("emptyText")}
      action={<Button kind="primary">{t("emptyAction")}</Button>}
    />
  );
  const queryByState = {
    loading: fakeQuery,
    empty: { ...fakeQuery, data: [] },
    failed: { ...fakeQuery, error: offlineError },
    old: { ...fakeQuery, data: sampleNames, error: offlineError },
  };
  return (
    <>
      {Object.entries(queryByState).map(([name, state]) => (
        <div key={name} className={styles.card}>
          <LoadedContent query={state} emptyState={emptyState}>
            {(list) => list.map((name) => <p key={name}>{name}</p>)}
          </LoadedContent>
        </div>
      ))}
      <div className={styles.card}>
        <LoadMoreButton query={{ ...samplePage, error: null }} />
        <LoadMoreButton query={{ ...samplePage, error: offlineError, isFetchNextPageError: true }} />
      </div>
    </>
  );
}

interface SampleRow {
  readonly name: string;
  readonly role: string;
}
const sampleRows: readonly SampleRow[] = sampleNames.map((name, index) => ({
  name,
  role: ["company", "dev"][index] ?? "",
}));

const loadSampleRows: LoadRows<SampleRow> = async ({ search, role }) => {
  const data = sampleRows.filter(
    (row) => row.name.includes(String(search ?? "")) && (role === undefined || row.role === role),
  );
  return { data, meta: { page: 1, paging: 20, total: data.length, has_more: false } };
};

/** A sample of a table with search, filters, pages and export. The page's address contains the filters. */
function SampleTable() {
  const { t } = useTranslation(["styleguide", "common"]);
  const columns: readonly TableColumn<SampleRow>[] = [
    { title: t("people"), isCardHeading: true, cell: ({ name }) => name, csvText: ({ name }) => name },
    { title: t("badges"), cell: ({ role }) => <Badge>{role}</Badge>, csvText: ({ role }) => role },
  ];
  const options = [
    { value: "company", label: t("common:roleCompany") },
    { value: "dev", label: t("common:roleDev") },
  ];
  return (
    <Table
      label={t("table")}
      queryKey={["style-guide"]}
      fileName="people"
      columns={columns}
      filters={[{ name: "role", label: t("badges"), options }]}
      load={loadSampleRows}
      keyOf={({ name }) => name}
    />
  );
}

/** Samples of cards, and of a text that could not be sent. */
function SampleCards() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      {(["columns", "narrow", "rows"] as const).map((layout) => (
        <div key={layout} className={styles.cards}>
          <Cards layout={layout}>
            {sampleNames.map((name) => (
              <Card key={name}>
                {layout === "rows" ? (
                  <CardLink to="/test">{name}</CardLink>
                ) : (
                  <CardTitle>
                    <CardLink to="/test">{name}</CardLink>
                  </CardTitle>
                )}
                <p>
                  <Badge>{t("badges")}</Badge>
                </p>
              </Card>
            ))}
          </Cards>
        </div>
      ))}
      <DraftNote text={t("draftKept")} discardLabel={t("discard")} onDiscard={doNothing} />
      <UnsentButtons
        text={t("refused")}
        copyLabel={t("copy")}
        copiedText={t("copied")}
        discardLabel={t("discard")}
        onDiscard={doNothing}
      />
    </>
  );
}

/** Samples of lists, tables, tabs and page headers. */
export function ListComponentSamples() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      <StyleGuideSection title={t("lists")}>
        <ListStates />
      </StyleGuideSection>
      <StyleGuideSection title={t("cards")} isWide>
        <SampleCards />
      </StyleGuideSection>
      <StyleGuideSection title={t("table")} isWide>
        <SampleTable />
      </StyleGuideSection>
      <StyleGuideSection title={t("order")} isWide>
        <SortableListSample />
      </StyleGuideSection>
      <StyleGuideSection title={t("tabs")} isWide>
        <TabsSample />
      </StyleGuideSection>
      <StyleGuideSection title={t("header")} isWide>
        <div className={styles.frame}>
          <PageHeader
            headingLevel={2}
            title="さくら予約アプリ"
            note={t("note")}
            actions={
              <IconButton label={t("openMenu")}>
                <IconDots size={20} stroke={1.6} />
              </IconButton>
            }
            beforeTitle={<BackLink to="/test" label={t("title")} />}
          />
        </div>
        <div className={styles.frame}>
          <Pane title={t("people")} note={t("note")} close={() => undefined}>
            {styleGuidePeople.map((person) => (
              <PersonLine key={person.id} person={person} />
            ))}
          </Pane>
        </div>
      </StyleGuideSection>
    </>
  );
}
