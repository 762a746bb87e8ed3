import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { AdminVoucher, VoucherFields } from "contract/vouchers/api.ts";
import { voucherLimits } from "contract/vouchers/rules.ts";
import Plus from "lucide-static/icons/plus.svg?react";
import TicketPercent from "lucide-static/icons/ticket-percent.svg?react";
import { useState } from "react";
import { type Stores, useStores } from "../../api/stores.ts";
import { Badge } from "../../ui/badge.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Labelled } from "../../ui/labelled.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { EditDialog, problemOf } from "../admin/edit-dialog.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment, fromUtcField, toUtcField } from "../admin/moments.ts";
import { OpeningName } from "../admin/opening-name.tsx";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { TabPager, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { type Column, Table } from "../admin/table.tsx";
import { numberOf, wordsOf } from "../admin/typed.ts";
import { ChangeMessage, useChanges } from "../admin/use-changes.tsx";
import { useEdits } from "../admin/use-edits.tsx";
import { ChangeHistory } from "../audit/change-history.tsx";

const pageSize = 50;

function vouchersQuery(call: Call, page: number) {
  return queryOptions({
    queryKey: [adminKey, "vouchers", page],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/vouchers", { query: { page, limit: pageSize } }, { signal }),
  });
}

/** The voucher in the dialog. */
type Opened = AdminVoucher | "new" | null;

/** Codes that reduce the prices of a store (spec/prices 11). */
export function VouchersTab() {
  const [opened, setOpened] = useState<Opened>(null);
  const denialReason = useDenialReason()("vouchers.write");
  const actions = (
    <ActionButton size="small" denialReason={denialReason} onClick={() => setOpened("new")}>
      <Plus aria-hidden className="size-4" />
      Add voucher
    </ActionButton>
  );
  return (
    <TabPage actions={actions}>
      <Vouchers opened={opened} onOpen={setOpened} />
    </TabPage>
  );
}

function Vouchers({ opened, onOpen }: { opened: Opened; onOpen: (opened: Opened) => void }) {
  const { state, searchOf } = useTabState({ page: 1 });
  const { data, error, refetch } = useAdminQuery(vouchersQuery(useAdminCall(), state.page));
  const { storeOf } = useStores();
  const changes = useChanges();
  if (!data) return <TabUnloaded error={error} failed="Failed to load vouchers" onRetry={refetch} />;
  return (
    <>
      <ReadOnlyNote needs="vouchers.write" />
      <ChangeMessage changes={changes} />
      {data.total === 0 ? (
        <Notice icon={TicketPercent} title="No vouchers">
          Add one, or import a file: npm run cli -- import vouchers FILE --store KEY
        </Notice>
      ) : (
        <Table
          label="All vouchers"
          columns={columnsOf(storeOf, onOpen)}
          rows={data.vouchers}
          rowKey={({ id }) => id}
          align="middle"
        />
      )}
      <TabPager page={state.page} total={data.total} pageSize={pageSize} searchOf={searchOf} />
      {opened && (
        <VoucherDialog
          key={opened === "new" ? "new" : opened.id}
          // as it is now, unless it has moved to another page
          voucher={opened === "new" ? undefined : (data.vouchers.find(({ id }) => id === opened.id) ?? opened)}
          onDone={(done) => {
            changes.report(done);
            onOpen(null);
          }}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  );
}

function columnsOf(storeOf: Stores["storeOf"], onOpen: (voucher: AdminVoucher) => void): Column<AdminVoucher>[] {
  return [
    {
      head: "Code",
      className: "min-w-40",
      cell: (voucher) => (
        <span className="flex items-center gap-2">
          <OpeningName name={voucher.code} onOpen={() => onOpen(voucher)} />
          {!voucher.shown && <Badge>Not shown</Badge>}
        </span>
      ),
    },
    { head: "Store", cell: ({ store }) => storeOf(store).name },
    { head: "Reduces by", className: "figures", cell: reductionOf },
    { head: "For", className: "min-w-36", cell: scopeOf },
    { head: "Until", className: "min-w-32", cell: ({ ends_at: end }) => (end ? formatMoment(end) : "No end") },
    { head: "Visitors", className: "figures min-w-32", cell: votesOf },
  ];
}

function votesOf({ works, fails }: AdminVoucher): string {
  return works + fails === 0 ? "–" : `Works for ${works}, fails for ${fails}`;
}

function reductionOf({ percent, amount, currency }: AdminVoucher): string {
  return percent === null ? `${amount} ${currency}` : `${percent}%`;
}

function scopeOf({ country, game_ids: games, full_price_only: isFull }: AdminVoucher): string {
  const what = games.length === 0 ? "The whole store" : games.length === 1 ? "1 game" : `${games.length} games`;
  return [what, country && `in ${country}`, isFull && "at full price"].filter(Boolean).join(", ");
}

/** A voucher as typed; lists are separated by commas. */
interface VoucherForm extends Record<keyof Omit<VoucherFields, "full_price_only">, string> {
  full_price_only: boolean;
}

const fieldNames: Record<keyof VoucherForm, string> = {
  store: "Store",
  code: "Code",
  conditions: "Conditions, in words",
  country: "Market",
  percent: "Percentage",
  amount: "Amount",
  currency: "Currency",
  game_ids: "Games",
  excluded_game_ids: "Excluded games",
  excluded_regions: "Excluded regions",
  minimum: "Minimum price",
  full_price_only: "Full price only",
  begins_at: "From",
  ends_at: "Until",
};

const emptyForm: VoucherForm = {
  ...{ store: "", code: "", conditions: "", country: "", percent: "", amount: "", currency: "", game_ids: "" },
  ...{ excluded_game_ids: "", excluded_regions: "", minimum: "", begins_at: "", ends_at: "", full_price_only: false },
};

export function toForm(voucher: AdminVoucher): VoucherForm {
  const number = (value: number | null) => (value === null ? "" : String(value));
  return {
    store: voucher.store,
    code: voucher.code,
    conditions: voucher.conditions,
    country: voucher.country ?? "",
    percent: number(voucher.percent),
    amount: number(voucher.amount),
    currency: voucher.currency ?? "",
    game_ids: voucher.game_ids.join(", "),
    excluded_game_ids: voucher.excluded_game_ids.join(", "),
    excluded_regions: voucher.excluded_regions.join(", "),
    minimum: number(voucher.minimum),
    full_price_only: voucher.full_price_only,
    begins_at: toUtcField(voucher.begins_at),
    ends_at: toUtcField(voucher.ends_at),
  };
}

/** The fields as sent; the server checks them. */
export function toFields(form: VoucherForm): VoucherFields {
  return {
    store: form.store,
    code: form.code,
    // they are one paragraph
    conditions: form.conditions.replaceAll("\n", " "),
    country: form.country.trim().toUpperCase() || null,
    percent: numberOf(form.percent),
    amount: numberOf(form.amount),
    currency: form.currency.trim().toUpperCase() || null,
    game_ids: wordsOf(form.game_ids).map(Number),
    excluded_game_ids: wordsOf(form.excluded_game_ids).map(Number),
    excluded_regions: wordsOf(form.excluded_regions).map((word) => word.toUpperCase()),
    minimum: numberOf(form.minimum),
    full_price_only: form.full_price_only,
    begins_at: fromUtcField(form.begins_at),
    ends_at: fromUtcField(form.ends_at),
  };
}

interface VoucherDialogProps {
  /** The voucher to edit; a new one without it. */
  voucher: AdminVoucher | undefined;
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Adds, changes or deletes a voucher. */
function VoucherDialog({ voucher, onDone, onClose }: VoucherDialogProps) {
  const call = useAdminCall();
  const edit = useEdits({
    thing: voucher,
    toForm: (one) => (one ? toForm(one) : emptyForm),
    names: fieldNames,
    send: (typed, base) => {
      const fields = toFields({ ...(base ? toForm(base) : emptyForm), ...typed });
      if (!base) return call("POST /api/admin/vouchers", { body: fields });
      const changed = Object.entries(fields).filter(([name]) => name in typed);
      const body = { ...Object.fromEntries(changed), base_version: base.version };
      return call("PUT /api/admin/vouchers/{id}", { params: { id: base.id }, body });
    },
    onSaved: () => onDone(`Saved ${edit.form.code}.`),
    fallback: "Failed to save the voucher",
  });
  return (
    <EditDialog
      title={voucher ? `Edit ${voucher.code}` : "Add voucher"}
      edit={edit}
      needs="vouchers.write"
      submit={voucher ? "Save voucher" : "Add voucher"}
      onClose={onClose}
      {...(voucher && {
        deletion: {
          what: "voucher",
          title: `Delete ${voucher.code}?`,
          text: "Visitors no longer see it, and their votes are deleted too.",
          run: () => call("DELETE /api/admin/vouchers/{id}", { params: { id: voucher.id } }),
          done: () => onDone(`Deleted ${voucher.code}.`),
        },
        rest: <ChangeHistory kind="voucher" id={voucher.id} />,
      })}
    >
      <VoucherControls form={edit.form} problems={edit.problems} onChange={edit.change} />
    </EditDialog>
  );
}

interface VoucherControlsProps {
  form: VoucherForm;
  problems: ReadonlyMap<string, string>;
  onChange: (part: Partial<VoucherForm>) => void;
}

function VoucherControls({ form, problems, onChange }: VoucherControlsProps) {
  const { stores } = useStores();
  const isListed = stores.some(({ key }) => key === form.store);
  const propsOf = (field: Exclude<keyof VoucherForm, "full_price_only">, hint: string | undefined) => {
    const error = problemOf(problems, field);
    return {
      label: fieldNames[field],
      value: form[field],
      autoComplete: "off",
      spellCheck: false,
      ...(hint && { hint }),
      ...(error && { error }),
      onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
    };
  };
  type Field = Parameters<typeof propsOf>[0];
  const text = (field: Field, hint?: string, type = "text") => <TextField type={type} {...propsOf(field, hint)} />;
  const longText = (field: Field, hint?: string) => <TextArea grows rows={2} {...propsOf(field, hint)} />;
  return (
    <>
      <Labelled label={fieldNames.store} error={problemOf(problems, "store") && "Choose a store"}>
        <Select label={fieldNames.store} value={form.store} onChoose={(store) => onChange({ store })}>
          {!isListed && <option value={form.store}>{form.store || "Choose a store"}</option>}
          {stores.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </Labelled>
      {text("code")}
      {longText("conditions", `Visitors see them. At most ${voucherLimits.conditions} characters`)}
      <div className="grid grid-cols-3 gap-4">
        {text("percent")}
        {text("amount")}
        {text("currency")}
      </div>
      <div className="grid grid-cols-2 gap-4">
        {text("country", "Code of a country; empty for all")}
        {text("minimum", "In the currency above")}
      </div>
      {longText("game_ids", "Ids, separated by commas; empty for the whole store")}
      {longText("excluded_game_ids")}
      {text("excluded_regions", "Countries and groups such as RU, CIS")}
      {text("begins_at", "UTC", "datetime-local")}
      {text("ends_at", "UTC", "datetime-local")}
      <Checkbox
        label={fieldNames.full_price_only}
        hint="Not accepted for games on sale"
        checked={form.full_price_only}
        onChange={({ target }) => onChange({ full_price_only: target.checked })}
      />
    </>
  );
}
