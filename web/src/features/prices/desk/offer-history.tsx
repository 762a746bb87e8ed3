import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import { pageCount } from "contract/core/pagination.ts";
import type { DeskRecord } from "contract/prices/desk-schema.ts";
import { useState } from "react";
import { fieldProblems, useDraftForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { FormButtons } from "../../../ui/form-buttons.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../../admin/queries.ts";
import { Table } from "../../admin/table.tsx";
import type { Changes } from "../../admin/use-changes.tsx";
import type { OfferPlace } from "./offer-dialog.tsx";
import { checkReason } from "./offer-dialog.tsx";

const recordsPageSize = 20;

interface OfferHistoryProps {
  gameId: number;
  place: OfferPlace;
  /** The display name of store and country. */
  name: string;
  changes: Changes;
}

/** The records of an offer, newest first; void ones are struck through. */
export function OfferHistory({ gameId, place, name, changes }: OfferHistoryProps) {
  const call = useAdminCall();
  const [page, setPage] = useState(1);
  const [voiding, setVoiding] = useState<DeskRecord>();
  const { data, error, refetch } = useAdminQuery(recordsQuery(call, gameId, place, page));
  if (!data) {
    if (!error) return <Skeleton className="h-24" />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load the history")} onRetry={refetch} />;
  }
  const params = (record: DeskRecord) => ({
    game: gameId,
    store: place.store,
    country: place.country,
    recordedAt: record.recorded_at,
  });
  const unvoid = (record: DeskRecord) =>
    changes.make(`The price of ${formatMoment(record.recorded_at)} counts again.`, () =>
      call("POST /api/admin/catalogue/records/{game}/{store}/{country}/{recordedAt}/unvoid", {
        params: params(record),
      }),
    );
  return (
    <>
      <Table bare label={`Price history of ${name}`} columns={["From", "Price", "Regular", "Note", "Actions"]}>
        {data.records.map((record) => (
          <RecordRow
            key={`${record.recorded_at} ${record.voided?.at}`}
            record={record}
            onVoid={() => setVoiding(record)}
            onUnvoid={() => unvoid(record)}
          />
        ))}
      </Table>
      <Pages page={page} total={data.total} onShow={setPage} />
      {voiding && (
        <VoidDialog
          record={voiding}
          send={(reason) =>
            call("POST /api/admin/catalogue/records/{game}/{store}/{country}/{recordedAt}/void", {
              params: params(voiding),
              body: { reason },
            })
          }
          onDone={changes.report}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </>
  );
}

interface RecordRowProps {
  record: DeskRecord;
  onVoid: () => void;
  onUnvoid: () => void;
}

function RecordRow({ record, onVoid, onUnvoid }: RecordRowProps) {
  const { recorded_at, price, regular_price, currency, voided } = record;
  const lacksWrite = useDenialReason()("prices.write");
  const money = { currency, locale: "en-US" };
  const from = formatMoment(recorded_at);
  const Price = voided ? "s" : "span";
  return (
    <tr className={classNames("h-10 [&>td]:pe-3", voided && "text-muted")}>
      <td className="whitespace-nowrap">{from}</td>
      <td>
        <Price>{price === null ? "Not sold" : formatPriceOrFree(price, money)}</Price>
      </td>
      <td>{regular_price === null ? "" : <Price>{formatPrice(regular_price, money)}</Price>}</td>
      <td>
        {voided && `Void, by ${voided.by ?? "a former administrator"} ${formatMoment(voided.at)}: ${voided.reason}`}
      </td>
      <td className="py-1">
        <ActionButton
          size="small"
          denialReason={lacksWrite}
          aria-label={`${voided ? "Take back" : "Void"}: ${from}`}
          onClick={voided ? onUnvoid : onVoid}
        >
          {voided ? "Take back" : "Void"}
        </ActionButton>
      </td>
    </tr>
  );
}

/** The history is part of a list: its pages are not in the address. */
function Pages({ page, total, onShow }: { page: number; total: number; onShow: (page: number) => void }) {
  const pages = pageCount(total, recordsPageSize);
  if (pages <= 1) return null;
  return (
    <div className="mt-2 flex items-center gap-3 px-3 text-sm">
      <Button size="small" disabled={page === 1} onClick={() => onShow(page - 1)}>
        Newer
      </Button>
      <span className="figures text-muted">
        Page {page} of {pages}
      </span>
      <Button size="small" disabled={page >= pages} onClick={() => onShow(page + 1)}>
        Older
      </Button>
    </div>
  );
}

interface VoidDialogProps {
  record: DeskRecord;
  send: (reason: string) => Promise<unknown>;
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Asks why a record is wrong. */
function VoidDialog({ record, send, onDone, onClose }: VoidDialogProps) {
  const { price, currency, recorded_at } = record;
  const refresh = useRefresh();
  const what = price === null ? "“not sold”" : formatPriceOrFree(price, { currency, locale: "en-US" });
  const from = formatMoment(recorded_at);
  const form = useDraftForm({
    initial: { reason: "" },
    check: ({ reason }) => fieldProblems({ reason: checkReason(reason) }),
    send: async ({ reason }) => {
      await send(reason).finally(refresh);
      onDone(`The price of ${from} no longer counts.`);
      onClose();
    },
    explain: (error) => ({ box: serverMessageOf(error, (error as Error).message) }),
  });
  return (
    <Dialog title="Void a price" onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-4">
        <p className="text-muted">
          {what} of {from} will count nowhere, as if it had never been. It stays in this list, and can be taken back.
        </p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField label="Reason" maxLength={500} {...form.fieldProps("reason")} />
        <FormButtons submit="Void price" disabled={form.sending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** A page of an offer's records, newest first. */
function recordsQuery(call: Call, game: number, { store, country }: OfferPlace, page: number) {
  const query = { game, store, country, page, limit: recordsPageSize };
  return queryOptions({
    queryKey: [adminKey, "prices", "records", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/records", { query }, { signal }),
  });
}
