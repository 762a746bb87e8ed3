import { z } from "zod";
import { AuditEntry } from "../audit/schema.ts";
import { isCurrencyCode } from "../core/currencies.ts";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode, Id, pageQuery } from "../core/parameters.ts";
import { regionGroups } from "../markets/regions.ts";
import { StoreKey } from "../stores/store-key.ts";
import { voucherLimits } from "./rules.ts";

const moment = z.iso.datetime({ offset: true }).nullable();
const amount = z.number().positive().nullable();
const percentText = "Expected a whole number from 1 to 99";
const Region = CountryCode.or(z.enum(regionGroups as [string, ...string[]]));

/** What administrators edit. */
export const VoucherFields = z
  .object({
    store: StoreKey,
    code: z.string().trim().min(1, "Code is required").max(voucherLimits.code),
    conditions: z.string().trim().max(voucherLimits.conditions).meta({ description: "In words, for visitors" }),
    country: CountryCode.nullable().meta({ description: "The only market where it is valid; `null` = all" }),
    percent: z.number().int().min(1, percentText).max(99, percentText).nullable(),
    amount: amount.meta({ description: "In place of `percent`" }),
    currency: z
      .string()
      .refine(isCurrencyCode, "Expected the code of a currency, such as EUR")
      .nullable()
      .meta({ description: "Of `amount` and `minimum`" }),
    game_ids: z.array(Id).max(voucherLimits.games).meta({ description: "Empty = the whole store" }),
    excluded_game_ids: z.array(Id).max(voucherLimits.games),
    excluded_regions: z
      .array(Region)
      .max(voucherLimits.regions)
      .meta({ description: "Countries and groups where it is not accepted, nor for keys that activate only there" }),
    minimum: amount.meta({ description: "The lowest price for which it is valid" }),
    full_price_only: z.boolean(),
    begins_at: moment,
    ends_at: moment,
  })
  .meta({ id: "VoucherFields" });
export type VoucherFields = z.output<typeof VoucherFields>;

export const AdminVoucher = VoucherFields.extend({
  id: Id,
  promotion_id: z.string().nullable().meta({ description: "Its id in the file that it was imported from" }),
  works: z.number().int().meta({ description: "Visitors of the last 30 days for whom it worked" }),
  fails: z.number().int(),
  shown: z.boolean().meta({ description: "Neither over nor refuted by visitors" }),
  version: z.number().int(),
  updated_at: z.string(),
}).meta({ id: "AdminVoucher" });
export type AdminVoucher = z.output<typeof AdminVoucher>;

const byId = z.object({ id: Id });
const OneVoucher = z.object({ voucher: AdminVoucher });

export const voucherEndpoints = {
  voteOnVoucher: endpoint("POST /api/vouchers/{id}/votes", {
    summary: "Say whether a voucher worked; each visitor's last vote of a day counts",
    access: "public",
    params: byId,
    body: z.object({ works: z.boolean() }),
    response: z.object({ works: z.number().int(), fails: z.number().int() }),
  }),
  listVouchers: endpoint("GET /api/admin/vouchers", {
    summary: "List vouchers, the latest change first",
    access: "vouchers.read",
    query: z.object({ ...pageQuery, store: StoreKey.optional() }),
    response: z.object({ vouchers: z.array(AdminVoucher), total: z.number().int() }),
  }),
  createVoucher: endpoint("POST /api/admin/vouchers", {
    summary: "Create a voucher",
    access: "vouchers.write",
    body: VoucherFields,
    response: OneVoucher,
    status: 201,
  }),
  updateVoucher: endpoint("PUT /api/admin/vouchers/{id}", {
    summary: "Update a voucher",
    access: "vouchers.write",
    params: byId,
    body: VoucherFields.partial().extend({ base_version: z.number().int().optional() }),
    response: OneVoucher,
    errors: ["stale"],
  }),
  deleteVoucher: endpoint("DELETE /api/admin/vouchers/{id}", {
    summary: "Delete a voucher",
    access: "vouchers.write",
    params: byId,
  }),
  voucherHistory: endpoint("GET /api/admin/vouchers/{id}/history", {
    summary: "List the changes of a voucher, latest first",
    access: "vouchers.read",
    params: byId,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(AuditEntry), total: z.number().int() }),
  }),
};
