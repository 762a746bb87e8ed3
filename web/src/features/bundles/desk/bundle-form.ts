import type { BundleItemKind, BundleKind, BundleTier } from "contract/bundles/rules.ts";
import type { AdminBundle, BundleFields } from "contract/bundles/schema.ts";
import { fromUtcField, toUtcField } from "../../admin/moments.ts";
import { numberOf, wordsOf } from "../../admin/typed.ts";

/** A tier as typed. */
export interface TierForm {
  amount: string;
  currency: string;
  cumulative: boolean;
  addon: boolean;
  choose: string;
  /** Prices by country come from imports, and stay. */
  prices: BundleTier["prices"];
}

/** An item as typed. */
export interface ItemForm {
  title: string;
  kind: BundleItemKind;
  tier: string;
  /** The id of its game. */
  game: string;
  /** Separated by commas. */
  activates_on: string;
  activates_in: string;
}

/** A bundle as typed; times are in UTC, as a browser's field writes them. */
export interface BundleForm {
  store: string;
  title: string;
  address: string;
  kind: BundleKind;
  countries: string;
  begins_at: string;
  ends_at: string;
  redeem_by: string;
  complete: boolean;
  games: string;
  tiers: readonly TierForm[];
  items: readonly ItemForm[];
}

export const emptyTier: TierForm = {
  amount: "",
  currency: "USD",
  cumulative: true,
  addon: false,
  choose: "",
  prices: {},
};
export const emptyItem: ItemForm = {
  title: "",
  kind: "game",
  tier: "",
  game: "",
  activates_on: "",
  activates_in: "",
};
export const emptyForm: BundleForm = {
  store: "",
  title: "",
  address: "",
  kind: "tiers",
  countries: "",
  begins_at: "",
  ends_at: "",
  redeem_by: "",
  complete: false,
  games: "",
  tiers: [],
  items: [],
};

export const fieldNames: Record<keyof BundleForm, string> = {
  store: "Store",
  title: "Title",
  address: "Address",
  kind: "Kind",
  countries: "Countries",
  begins_at: "Begins (UTC)",
  ends_at: "Ends (UTC)",
  redeem_by: "Redeem keys by",
  complete: "All items are listed",
  games: "Number of games",
  tiers: "Tiers",
  items: "Items",
};

export const kindNames: Record<BundleKind, string> = {
  tiers: "Tiers",
  "choose-n": "Choose from a list",
  "build-your-own": "Build your own",
  "membership-month": "Membership month",
};

export const itemKindNames: Record<BundleItemKind, string> = {
  game: "Game",
  dlc: "DLC",
  coupon: "Coupon",
  book: "Book",
  other: "Other",
};

const textOf = (value: number | null) => (value === null ? "" : String(value));

export function toForm(bundle: AdminBundle): BundleForm {
  const { store, title, address, kind, countries, begins_at, ends_at, redeem_by, complete, games } = bundle;
  return {
    store,
    title,
    address,
    kind,
    countries: countries.join(", "),
    begins_at: toUtcField(begins_at),
    ends_at: toUtcField(ends_at),
    redeem_by: redeem_by ?? "",
    complete,
    games: textOf(games),
    tiers: bundle.tiers.map(({ price, prices, cumulative, addon, choose }) => ({
      amount: textOf(price?.amount ?? null),
      currency: price?.currency ?? "USD",
      cumulative,
      addon,
      choose: textOf(choose),
      prices,
    })),
    items: bundle.items.map((item) => ({
      title: item.title,
      kind: item.kind,
      tier: textOf(item.tier),
      game: textOf(item.game_id),
      activates_on: item.activates_on.join(", "),
      activates_in: item.activates_in?.join(", ") ?? "",
    })),
  };
}

/** The fields as sent; the server checks them. */
export function toFields(form: BundleForm): BundleFields {
  const { store, title, address, kind, complete } = form;
  return {
    store,
    title: title.trim(),
    address: address.trim(),
    kind,
    complete,
    countries: wordsOf(form.countries.toUpperCase()),
    begins_at: fromUtcField(form.begins_at),
    ends_at: fromUtcField(form.ends_at),
    redeem_by: form.redeem_by || null,
    games: numberOf(form.games),
    tiers: form.tiers.map(({ amount, currency, cumulative, addon, choose, prices }) => ({
      price: amount.trim() === "" ? null : { amount: Number(amount), currency: currency.trim().toUpperCase() },
      prices: { ...prices },
      cumulative,
      addon,
      choose: numberOf(choose),
    })),
    items: form.items.map((item) => ({
      title: item.title.trim(),
      kind: item.kind,
      tier: numberOf(item.tier),
      game_id: numberOf(item.game),
      activates_on: wordsOf(item.activates_on.toLowerCase()) as BundleFields["items"][number]["activates_on"],
      activates_in: item.activates_in.trim() === "" ? null : wordsOf(item.activates_in.toUpperCase()),
    })),
  };
}

/** A value as a conflict shows it. */
export function toText(form: BundleForm, field: keyof BundleForm): string {
  const value = form[field];
  if (field === "tiers") {
    return form.tiers.map(({ amount, currency }) => (amount === "" ? "Not known" : `${amount} ${currency}`)).join("\n");
  }
  if (field === "items") {
    return form.items
      .map(({ title, kind, game }) => [title, itemKindNames[kind], game].filter(Boolean).join(" · "))
      .join("\n");
  }
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
}

/** The fields that were edited, as sent. */
export function editedFields(edits: Partial<BundleForm>, form: BundleForm): Partial<BundleFields> {
  const fields = toFields(form);
  return Object.fromEntries((Object.keys(edits) as (keyof BundleForm)[]).map((name) => [name, fields[name]]));
}

/** A field's path in the words of the form: `items.0.title` is "Items, row 1, title". */
export function nameOfPath(path: string): string {
  const [field = "", row, ...rest] = path.split(".");
  const name = fieldNames[field as keyof BundleForm] ?? field;
  if (row === undefined) return name;
  return [name, `row ${Number(row) + 1}`, rest.join(" ").replaceAll("_", " ")].filter(Boolean).join(", ");
}
