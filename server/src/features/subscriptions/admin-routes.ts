import type { AuditResource } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import { subscriptionEndpoints as endpoints } from "contract/subscriptions/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import {
  acceptReading,
  addMembership,
  changeMembership,
  changePlan,
  changeService,
  createPlan,
  createService,
  deleteMembership,
  deletePlan,
  deleteService,
  resource,
  serviceResource,
} from "./commands.ts";
import { deletePlanPrice, setPlanPrice } from "./commands-prices.ts";
import { listAdminPlans, listMemberships, listPlanPrices, listReadings, listServices, requirePlan } from "./queries.ts";

export interface SubscriptionAdminOptions {
  db: Db;
  /** A page of the audit entries about a service or a plan, the latest first. */
  listHistory(
    of: { resourceType: AuditResource; resourceKey: string },
    page: { limit: number; offset: number },
  ): Promise<{ history: AuditEntry[]; total: number }>;
}

export function subscriptionAdminRoutes(app: FastifyInstance, { db, listHistory }: SubscriptionAdminOptions): void {
  bind(app, endpoints.listSubscriptions, async () => {
    const [services, plans, readings] = await Promise.all([
      listServices(db),
      listAdminPlans(db, new Date()),
      listReadings(db),
    ]);
    return { services, plans, readings };
  });

  bind(app, endpoints.createService, async ({ body }, context) => ({
    service: await createService(db, callerOf(context), body, new Date()),
  }));

  bind(app, endpoints.updateService, async ({ params, body: { name, base_version } }, context) => ({
    service: await changeService(db, callerOf(context), params.key, { name, baseVersion: base_version }, new Date()),
  }));

  bind(app, endpoints.deleteService, ({ params }, context) => deleteService(db, callerOf(context), params.key));

  bind(app, endpoints.createPlan, async ({ body }, context) => ({
    plan: await createPlan(db, callerOf(context), body, new Date()),
  }));

  bind(app, endpoints.updatePlan, async ({ params, body: { base_version, ...fields } }, context) => ({
    plan: await changePlan(db, callerOf(context), params.key, { fields, baseVersion: base_version }, new Date()),
  }));

  bind(app, endpoints.deletePlan, ({ params }, context) => deletePlan(db, callerOf(context), params.key, new Date()));

  bind(app, endpoints.serviceHistory, ({ params, query: { page, limit } }) =>
    listHistory(serviceResource(params.key), { limit, offset: (page - 1) * limit }),
  );

  bind(app, endpoints.planHistory, ({ params, query: { page, limit } }) =>
    listHistory(resource(params.key), { limit, offset: (page - 1) * limit }),
  );

  bind(app, endpoints.listPlanPrices, async ({ params, query }) => {
    await requirePlan(db, params.key, new Date());
    return listPlanPrices(db, params.key, query);
  });

  bind(app, endpoints.setPlanPrice, async ({ params, body }, context) => ({
    plan: await setPlanPrice(db, callerOf(context), params.key, body, new Date()),
  }));

  bind(app, endpoints.deletePlanPrice, ({ params }, context) => deletePlanPrice(db, callerOf(context), params.id));

  bind(app, endpoints.listMemberships, async ({ query }) => listMemberships(db, query, new Date()));

  bind(app, endpoints.addMembership, async ({ body }, context) => ({
    membership: await addMembership(db, callerOf(context), body, new Date()),
  }));

  bind(app, endpoints.updateMembership, async ({ params, body: { base_version, ...fields } }, context) => {
    const edit = { fields, baseVersion: base_version };
    return { membership: await changeMembership(db, callerOf(context), params.id, edit, new Date()) };
  });

  bind(app, endpoints.deleteMembership, ({ params }, context) =>
    deleteMembership(db, callerOf(context), params.id, new Date()),
  );

  bind(app, endpoints.acceptReading, async ({ params }, context) => ({
    reading: await acceptReading(db, callerOf(context), params.id),
  }));
}
