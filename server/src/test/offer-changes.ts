import { type Change, change, type SendCall } from "./text-changes.ts";

const bundle = {
  ...{ store: "steam", title: "Desert Bundle", address: "https://store.example/desert", kind: "tiers", countries: [] },
  ...{ begins_at: null, ends_at: null, redeem_by: null, complete: true, games: null },
  tiers: [{ price: { amount: 12, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null }],
  items: [{ title: "Sable", kind: "game", tier: 1, activates_on: [], activates_in: null, game_id: null }],
};

const voucher = {
  ...{ store: "steam", code: "SAVE50", conditions: "", country: null, percent: 50, amount: null, currency: null },
  ...{ game_ids: [], excluded_game_ids: [], excluded_regions: [], minimum: null, full_price_only: false },
  ...{ begins_at: null, ends_at: null },
};

/** The changes of bundles and vouchers by their calls. */
export function offerChanges(call: SendCall): Record<string, () => Promise<Change>> {
  const add = async (kind: "bundle" | "voucher", fields: object) =>
    `/${kind}s/${(await call("POST", `/${kind}s`, fields)).body[kind].id}`;
  return {
    "POST /bundles": async () => change("CREATE", "/bundles", bundle),
    "PUT /bundles/{id}": async () => change("UPDATE", await add("bundle", bundle), { title: "Other" }),
    "DELETE /bundles/{id}": async () => change("DELETE", await add("bundle", bundle)),
    "POST /vouchers": async () => change("CREATE", "/vouchers", voucher),
    "PUT /vouchers/{id}": async () => change("UPDATE", await add("voucher", voucher), { percent: 40 }),
    "DELETE /vouchers/{id}": async () => change("DELETE", await add("voucher", voucher)),
  };
}
