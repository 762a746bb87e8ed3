import { callApi, type Member } from "./member.ts";
import type { Site } from "./site.ts";

/** Adds a bundle of two games at Steam that ends in five days; returns its id. */
export async function addBundle(site: Site, admin: Member, title: string): Promise<number> {
  const tier = { price: { amount: 12, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null };
  const facts = { kind: "game", tier: 1, activates_on: ["steam"], activates_in: null };
  const dates = { begins_at: null, ends_at: new Date(Date.now() + 5 * 86_400_000).toISOString(), redeem_by: null };
  const sold = { store: "steam", kind: "tiers", countries: [], complete: true, games: null, tiers: [tier], ...dates };
  const items = [1, 2].map((game_id) => ({ title: `No. ${game_id}`, game_id, ...facts }));
  const body = { title, address: "https://example.com/bundle", items, ...sold };
  const path = "/api/admin/bundles";
  const { bundle } = await callApi<{ bundle: { id: number } }>(site, "POST", path, { member: admin, body });
  return bundle.id;
}
