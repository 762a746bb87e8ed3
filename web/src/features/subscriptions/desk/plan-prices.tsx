import type { AdminPlan, PlanPrice } from "contract/subscriptions/schema.ts";
import { useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { EditFailure, FormField } from "../../admin/edit-dialog.tsx";
import { HistoryFrame } from "../../admin/history-frame.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { useAdminQuery, useRefresh } from "../../admin/queries.ts";
import { type Column, Table } from "../../admin/table.tsx";
import { useEdits } from "../../admin/use-edits.tsx";
import { planPricesQuery } from "./admin-queries.ts";

/** What a plan costs a month in each country, what it has cost, and a form for another price. */
export function PlanPrices({ plan }: { plan: AdminPlan }) {
  const [page, setPage] = useState(1);
  const result = useAdminQuery(planPricesQuery(useAdminCall(), plan.key, page));
  const current = new Set(plan.prices.map(({ id }) => id));
  return (
    <HistoryFrame
      className="mt-6"
      title="Prices for a month"
      empty="No prices are known."
      page={page}
      onPage={setPage}
      result={result}
    >
      <SetPrice plan={plan.key} />
      {result.data && result.data.total > 0 && (
        <div className="mt-3">
          <Table
            label="Prices"
            columns={columnsOf(current)}
            rows={result.data.prices}
            rowKey={({ id }) => id}
            align="middle"
            height="max-h-80"
          />
        </div>
      )}
    </HistoryFrame>
  );
}

function columnsOf(current: ReadonlySet<number>): Column<PlanPrice>[] {
  return [
    { head: "Country", cell: ({ country }) => country },
    { head: "Price", count: true, cell: ({ price, currency }) => `${price} ${currency}` },
    { head: "From", className: "whitespace-nowrap", cell: ({ since }) => since },
    { head: "State", cell: ({ id }) => current.has(id) && <Badge tone="positive">Current</Badge> },
    { head: "Actions", className: "w-0", cell: (price) => <DeletePrice price={price} /> },
  ];
}

function DeletePrice({ price: { id, country, price, currency, since } }: { price: PlanPrice }) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const denialReason = useDenialReason()("subscriptions.write");
  return (
    <ConfirmButton
      size="small"
      denialReason={denialReason}
      aria-label={`Delete the price in ${country} from ${since}`}
      question={{
        title: "Delete this price?",
        action: "Delete price",
        text: `${price} ${currency} in ${country} from ${since} on. The price before it counts again.`,
        failed: "Failed to delete the price",
        onConfirm: async () => {
          await call("DELETE /api/admin/subscriptions/prices/{id}", { params: { id } });
          await refresh();
        },
      }}
    >
      Delete
    </ConfirmButton>
  );
}

/** A price as typed. */
interface PriceForm {
  country: string;
  currency: string;
  price: string;
  since: string;
}

const emptyPrice: PriceForm = { country: "", currency: "", price: "", since: "" };

const fieldNames: Record<keyof PriceForm, string> = {
  country: "Country",
  currency: "Currency",
  price: "Price",
  since: "From",
};

function SetPrice({ plan }: { plan: string }) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("subscriptions.write");
  const [done, setDone] = useState("");
  const edit = useEdits({
    thing: undefined,
    toForm: () => emptyPrice,
    names: fieldNames,
    send: (typed) => {
      const { country, currency, price, since } = { ...emptyPrice, ...typed };
      const code = country.trim().toUpperCase();
      const body = { country: code, currency: currency.trim().toUpperCase(), price: Number(price.replace(",", ".")) };
      return call("POST /api/admin/subscriptions/plans/{key}/prices", {
        params: { key: plan },
        body: { ...body, ...(since && { since }) },
      });
    },
    onSaved: () => setDone("The price is set."),
    fallback: "Failed to set the price",
  });
  return (
    <form aria-label="Set price" className="mt-3" {...edit.formProps}>
      <EditFailure edit={edit} />
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_1fr_1.4fr_auto]">
        <FormField edit={edit} names={fieldNames} field="country" />
        <FormField edit={edit} names={fieldNames} field="currency" />
        <FormField edit={edit} names={fieldNames} field="price" />
        <FormField edit={edit} names={fieldNames} field="since" type="date" />
        <Button
          type="submit"
          className="sm:mt-6.5"
          disabled={edit.saving || !edit.unsaved || denialReason !== undefined}
        >
          Set price
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm text-positive empty:hidden">
        {!edit.unsaved && done}
      </p>
    </form>
  );
}
