import { subscriptionReadings } from "../features/subscriptions/table.ts";
import type { Db } from "../platform/db/connect.ts";
import { type Change, change, type SendCall } from "./text-changes.ts";

let counter = 0;

/** The changes of subscriptions by their calls. */
export function subscriptionChanges(
  call: SendCall,
  db: Db,
  gameId: () => Promise<number>,
): Record<string, () => Promise<Change>> {
  async function service(): Promise<string> {
    counter += 1;
    return (await call("POST", "/subscriptions/services", { key: `service-${counter}`, name: "Service" })).body.service
      .key;
  }

  async function plan(): Promise<string> {
    const fields = { key: `plan-${counter}`, name: "Plan", service: await service() };
    return (await call("POST", "/subscriptions/plans", fields)).body.plan.key;
  }

  async function planPrice(): Promise<number> {
    const price = { country: "US", currency: "USD", price: 9.99 };
    return (await call("POST", `/subscriptions/plans/${await plan()}/prices`, price)).body.plan.prices[0].id;
  }

  async function membership(): Promise<string> {
    const fields = { plan: await plan(), game_id: await gameId() };
    const path = "/subscriptions/memberships";
    return `${path}/${(await call("POST", path, fields)).body.membership.id}`;
  }

  async function heldReading(): Promise<string> {
    const row = { plan: await plan(), source: "gamepass", state: "held", at: new Date(), seen: 5 } as const;
    const [reading] = await db.insert(subscriptionReadings).values(row).returning();
    return `/subscriptions/readings/${reading!.id}/accept`;
  }

  return {
    "POST /subscriptions/services": async () =>
      change("CREATE", "/subscriptions/services", { key: "new-service", name: "New" }),
    "PUT /subscriptions/services/{key}": async () =>
      change("UPDATE", `/subscriptions/services/${await service()}`, { name: "Other" }),
    "DELETE /subscriptions/services/{key}": async () => change("DELETE", `/subscriptions/services/${await service()}`),
    "POST /subscriptions/plans": async () =>
      change("CREATE", "/subscriptions/plans", { key: "new-plan", name: "New", service: await service() }),
    "PUT /subscriptions/plans/{key}": async () =>
      change("UPDATE", `/subscriptions/plans/${await plan()}`, { countries: ["US"] }),
    "DELETE /subscriptions/plans/{key}": async () => change("DELETE", `/subscriptions/plans/${await plan()}`),
    "POST /subscriptions/plans/{key}/prices": async () =>
      change("CREATE", `/subscriptions/plans/${await plan()}/prices`, { country: "US", currency: "USD", price: 9.99 }),
    "DELETE /subscriptions/prices/{id}": async () => change("DELETE", `/subscriptions/prices/${await planPrice()}`),
    "POST /subscriptions/memberships": async () =>
      change("CREATE", "/subscriptions/memberships", { plan: await plan(), game_id: await gameId() }),
    "PUT /subscriptions/memberships/{id}": async () => change("UPDATE", await membership(), { until: "2026-01-01" }),
    "DELETE /subscriptions/memberships/{id}": async () => change("DELETE", await membership()),
    "POST /subscriptions/readings/{id}/accept": async () => change("UPDATE", await heldReading()),
  };
}
