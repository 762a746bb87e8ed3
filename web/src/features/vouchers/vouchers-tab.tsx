import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { AdminVoucher, VoucherFields } from "contract/vouchers/api.ts";
import { voucherLimits } from "contract/vouchers/rules.ts";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import TicketPercent from "lucide-react/icons/ticket-percent";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { TabPager, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { rowStyle, stickyRight, Table } from "../admin/table.tsx";
import { ChangeMessage, useChanges } from "../admin/use-changes.tsx";
import { EditConflict, useEdits } from "../admin/use-edits.tsx";
import { storesQuery } from "../stores/admin-queries.ts";

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

const columns = ["Code", "Store", "Reduces by", "For", "Until", "Visitors", "Actions"];

function Vouchers({ opened, onOpen }: { opened: Opened; onOpen: (opened: Opened) => void }) {
  const { state, searchOf } = useTabState({ page: 1 });
  const { data, error, refetch } = useAdminQuery(vouchersQuery(useAdminCall(), state.page));
  const changes = useChanges();
  const denialReason = useDenialReason()("vouchers.write");
  if (!data) return <TabUnloaded error={error} failed="Failed to load vouchers" onRetry={refetch} />;
  return (
    <>
      <ReadOnlyNote needs="vouchers.write" />
      <ChangeMessage changes={changes} />
      {data.total === 0 ? (
        <Notice icon={TicketPercent} title="No vouchers" />
      ) : (
        <Table label="All vouchers" columns={columns}>
          {data.vouchers.map((voucher) => (
            <tr key={voucher.id} className={rowStyle}>
              <td>
                <span className="flex items-center gap-2">
                  <span className="font-medium">{voucher.code}</span>
                  {!voucher.shown && <Badge>Not shown</Badge>}
                </span>
              </td>
              <td>{voucher.store}</td>
              <td className="figures">{reductionOf(voucher)}</td>
              <td>{scopeOf(voucher)}</td>
              <td>{voucher.ends_at ? formatMoment(voucher.ends_at) : "No end"}</td>
              <td className="figures">
                {voucher.works} works, {voucher.fails} fails
              </td>
              <td className={`${stickyRight} w-0`}>
                <ActionButton
                  kind="quiet"
                  size="small"
                  denialReason={denialReason}
                  aria-label={`Edit ${voucher.code}`}
                  onClick={() => onOpen(voucher)}
                >
                  <Pencil aria-hidden className="size-4" />
                </ActionButton>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <TabPager page={state.page} total={data.total} pageSize={pageSize} searchOf={searchOf} />
      {opened && (
        <VoucherDialog
          key={opened === "new" ? "new" : opened.id}
          voucher={opened === "new" ? undefined : opened}
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

function reductionOf({ percent, amount, currency }: AdminVoucher): string {
  return percent === null ? `${amount} ${currency}` : `${percent}%`;
}

function scopeOf({ country, game_ids: games, full_price_only: isFull }: AdminVoucher): string {
  const what = games.length === 0 ? "the whole store" : games.length === 1 ? "1 game" : `${games.length} games`;
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

function toForm(voucher: AdminVoucher): VoucherForm {
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
    begins_at: voucher.begins_at?.slice(0, 16) ?? "",
    ends_at: voucher.ends_at?.slice(0, 16) ?? "",
  };
}

/** The fields as sent; the server checks them. */
function toFields(form: VoucherForm): VoucherFields {
  const words = (list: string) =>
    list
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean);
  const number = (value: string) => (value.trim() === "" ? null : Number(value));
  const moment = (value: string) => (value === "" ? null : `${value}:00Z`);
  return {
    store: form.store,
    code: form.code,
    conditions: form.conditions,
    country: form.country.trim().toUpperCase() || null,
    percent: number(form.percent),
    amount: number(form.amount),
    currency: form.currency.trim().toUpperCase() || null,
    game_ids: words(form.game_ids).map(Number),
    excluded_game_ids: words(form.excluded_game_ids).map(Number),
    excluded_regions: words(form.excluded_regions).map((word) => word.toUpperCase()),
    minimum: number(form.minimum),
    full_price_only: form.full_price_only,
    begins_at: moment(form.begins_at),
    ends_at: moment(form.ends_at),
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
  const refresh = useRefresh();
  const [isDeleting, setDeleting] = useState(false);
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
  const remove = async () => {
    setDeleting(true);
    try {
      await call("DELETE /api/admin/vouchers/{id}", { params: { id: voucher!.id } });
      await refresh();
      onDone(`Deleted ${voucher!.code}.`);
    } catch (error) {
      edit.fail(error);
      setDeleting(false);
    }
  };
  return (
    <Dialog title={voucher ? `Edit ${voucher.code}` : "Add voucher"} onClose={onClose}>
      <LeaveGuard unsaved={edit.unsaved} />
      <form className="mt-4 grid gap-4" {...edit.formProps}>
        {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
        <VoucherControls form={edit.form} problems={edit.problems} onChange={edit.change} />
        <FormButtons
          submit={voucher ? "Save voucher" : "Add voucher"}
          disabled={edit.saving || isDeleting || !edit.unsaved}
          onCancel={onClose}
        >
          {voucher && (
            <ActionButton
              kind="danger"
              className="ms-auto"
              denialReason={undefined}
              disabled={edit.saving || isDeleting}
              onClick={() => void remove()}
            >
              Delete voucher
            </ActionButton>
          )}
        </FormButtons>
      </form>
      <EditConflict edit={edit} />
    </Dialog>
  );
}

interface VoucherControlsProps {
  form: VoucherForm;
  problems: ReadonlyMap<string, string>;
  onChange: (part: Partial<VoucherForm>) => void;
}

function VoucherControls({ form, problems, onChange }: VoucherControlsProps) {
  const { data: stores = [] } = useAdminQuery(storesQuery(useAdminCall()));
  const problemOf = (field: string) =>
    problems.get(field) ?? [...problems].find(([path]) => path.startsWith(`${field}.`))?.[1];
  const text = (field: Exclude<keyof VoucherForm, "full_price_only">, hint?: string, type = "text") => {
    const error = problemOf(field);
    return (
      <TextField
        label={fieldNames[field]}
        type={type}
        value={form[field]}
        autoComplete="off"
        spellCheck={false}
        {...(hint && { hint })}
        {...(error && { error })}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    );
  };
  return (
    <>
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">{fieldNames.store}</span>
        <Select label={fieldNames.store} value={form.store} onChoose={(store) => onChange({ store })}>
          <option value="">Choose a store</option>
          {stores.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {text("code")}
      {text("conditions", `Visitors see them. At most ${voucherLimits.conditions} characters`)}
      <div className="grid grid-cols-3 gap-4">
        {text("percent")}
        {text("amount")}
        {text("currency")}
      </div>
      <div className="grid grid-cols-2 gap-4">
        {text("country", "Code of a country; empty for all")}
        {text("minimum", "In the currency above")}
      </div>
      {text("game_ids", "Ids, separated by commas; empty for the whole store")}
      {text("excluded_game_ids")}
      {text("excluded_regions", "Countries and groups such as RU, CIS")}
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        {text("begins_at", "UTC", "datetime-local")}
        {text("ends_at", "UTC", "datetime-local")}
      </div>
      <Checkbox
        label={fieldNames.full_price_only}
        hint="Not accepted for games on sale"
        checked={form.full_price_only}
        onChange={({ target }) => onChange({ full_price_only: target.checked })}
      />
    </>
  );
}
