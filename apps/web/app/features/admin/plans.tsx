import { changePricePlan, orderPricePlans, type PricePlan, removePricePlan } from "@kakehashi/contract/plans";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { SortableList } from "../../kit/sortable.tsx";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { editableFieldsOfPlan, PlanForm } from "./plan-form.tsx";
import { plansQuery, priceTextOf } from "./plan-queries.ts";
import own from "./plans.module.css";

const iconProps = { size: 18, stroke: 1.6 } as const;
const siteLanguageOf = (language: string) => (language === "vi" ? "vi" : "en");

/** The list of the plans on the price page, in the order of that page. */
export function PlansAdmin() {
  const { t, i18n } = useTranslation("desk");
  const [editedPlan, setEditedPlan] = useState<PricePlan | "new" | null>(null);
  const query = useQuery(plansQuery);
  const { mutate, isPending: isBusy } = useMutation({
    mutationKey: plansQuery.queryKey,
    // Send one request at a time, so that the newest order of the plans reaches the server last.
    scope: { id: "plans" },
    mutationFn: (request: () => Promise<unknown>) => request(),
    onSettled: () => {
      const isLast = getQueryClient().isMutating({ mutationKey: plansQuery.queryKey }) === 1;
      if (isLast) void getQueryClient().invalidateQueries(plansQuery);
    },
  });
  const siteLanguage = siteLanguageOf(i18n.language);
  function saveOrder(orderedPlans: PricePlan[]): void {
    // Show the new order of the plans at once. The server's response corrects it if necessary.
    void getQueryClient().cancelQueries(plansQuery);
    getQueryClient().setQueryData(plansQuery.queryKey, orderedPlans);
    mutate(() => call(orderPricePlans, { body: { ids: orderedPlans.map(({ id }) => id) } }));
  }
  return (
    <>
      <p className={styles.mutedText}>
        {t("plansNote")}{" "}
        <a
          className={styles.link}
          href={siteLanguage === "vi" ? "/vi/price" : "/price"}
          target="_blank"
          rel="noreferrer"
        >
          {t("openPrice")}
        </a>
      </p>
      <LoadedContent query={query} emptyState={<EmptyState title={t("noPlans")} text={t("noPlansText")} />}>
        {(plans) => (
          <SortableList
            items={plans}
            keyOf={({ id }) => id}
            nameOf={({ words }) => words[siteLanguage].title}
            onMove={(_from, _to, orderedPlans) => saveOrder(orderedPlans)}
            className={own.plans}
            rowClassName={() => own.plan}
          >
            {(plan, handle) => (
              <PlanRow
                plan={plan}
                handle={handle}
                busy={isBusy}
                change={mutate}
                onEdit={() => setEditedPlan(plan)}
              />
            )}
          </SortableList>
        )}
      </LoadedContent>
      <Button kind="primary" leftSection={<IconPlus {...iconProps} />} onClick={() => setEditedPlan("new")}>
        {t("newPlan")}
      </Button>
      {editedPlan && (
        <PlanForm
          key={editedPlan === "new" ? "new" : editedPlan.version}
          reopenWithPlan={setEditedPlan}
          plan={editedPlan === "new" ? null : editedPlan}
          close={() => setEditedPlan(null)}
          onSaved={() => {
            setEditedPlan(null);
            toast(t("saved"));
            void getQueryClient().invalidateQueries(plansQuery);
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  plan: PricePlan;
  /** The handle by which the row of a plan is dragged in the list. */
  handle: ReactNode;
  busy: boolean;
  change: (request: () => Promise<unknown>) => void;
  onEdit: () => void;
}

/** One row in the list of price plans: the plan's title, its price, and the buttons that show, edit and remove it. */
function PlanRow({ plan, handle, busy, change, onEdit }: RowProps) {
  const { t, i18n } = useTranslation(["desk", "admin"]);
  const format = useFormat();
  const shownLanguage = siteLanguageOf(i18n.language);
  const { title, text } = plan.words[shownLanguage];
  const toggleLabel = t(plan.shown ? "hide" : "show");
  async function confirmAndRemovePlan(): Promise<void> {
    const question = { title, text: t("removePlanText"), actionLabel: t("remove"), isDestructive: true };
    if (await askToConfirm(question)) change(() => call(removePricePlan, { params: { id: plan.id } }));
  }
  return (
    <>
      {handle}
      <div className={own.planTexts} lang={shownLanguage}>
        <h2>
          {title}{" "}
          <Badge tone={plan.shown ? "jade" : "plain"}>{t(plan.shown ? "planShown" : "planHidden")}</Badge>
        </h2>
        <p>{text}</p>
        <p className={styles.mutedText}>{priceTextOf(plan, t, format)}</p>
      </div>
      <span className={styles.row}>
        <Button
          disabled={busy}
          aria-label={`${toggleLabel}: ${title}`}
          onClick={() =>
            change(() =>
              call(changePricePlan, {
                params: { id: plan.id },
                body: { ...editableFieldsOfPlan(plan), shown: !plan.shown, version: plan.version },
              }),
            )
          }
        >
          {toggleLabel}
        </Button>
        <IconButton label={`${t("admin:edit")}: ${title}`} onClick={onEdit}>
          <IconPencil {...iconProps} />
        </IconButton>
        <IconButton label={`${t("remove")}: ${title}`} disabled={busy} onClick={confirmAndRemovePlan}>
          <IconTrash {...iconProps} />
        </IconButton>
      </span>
    </>
  );
}
