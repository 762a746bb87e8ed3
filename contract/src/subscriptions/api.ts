import { z } from "zod";
import { AuditEntry } from "../audit/schema.ts";
import { endpoint } from "../core/endpoint.ts";
import { Country, CountryCode, Id, pageQuery, SearchText } from "../core/parameters.ts";
import { membershipStates } from "./rules.ts";
import {
  AdminPlan,
  AdminService,
  Day,
  Membership,
  MembershipFields,
  Plan,
  PlanFields,
  PlanKey,
  PlanPrice,
  ServiceFields,
  ServiceKey,
  SubscriptionReading,
} from "./schema.ts";

const byKey = z.object({ key: PlanKey });
const byService = z.object({ key: ServiceKey });
const byId = z.object({ id: Id });
const BaseVersion = z.number().int().optional();
const OneService = z.object({ service: AdminService });
const OnePlan = z.object({ plan: AdminPlan });
const OneMembership = z.object({ membership: Membership });

export const subscriptionEndpoints = {
  listPlans: endpoint("GET /api/plans", {
    summary: "List the subscription plans of a market, with their price for a month",
    access: "public",
    isCached: true,
    query: z.object({ country: Country.optional() }),
    response: z.object({ plans: z.array(Plan) }),
  }),
  listIncludedGames: endpoint("POST /api/plans/games", {
    summary: "Of these games, those that the plans have in a market",
    access: "public",
    scope: "read:catalogue",
    query: z.object({ country: Country.optional() }),
    body: z.object({ plans: z.array(PlanKey).min(1).max(40), gameIds: z.array(Id).min(1).max(500) }),
    response: z.object({
      games: z.array(z.object({ id: z.number().int(), plan: PlanKey, name: z.string() })),
    }),
  }),
  listSubscriptions: endpoint("GET /api/admin/subscriptions", {
    summary: "List services, plans with their current prices, and the latest readings",
    access: "subscriptions.read",
    response: z.object({
      services: z.array(AdminService),
      plans: z.array(AdminPlan),
      readings: z.array(SubscriptionReading),
    }),
  }),
  createService: endpoint("POST /api/admin/subscriptions/services", {
    summary: "Create a service",
    access: "subscriptions.write",
    body: ServiceFields.extend({ key: ServiceKey }),
    response: OneService,
    status: 201,
    errors: ["conflict"],
  }),
  updateService: endpoint("PUT /api/admin/subscriptions/services/{key}", {
    summary: "Update a service",
    access: "subscriptions.write",
    params: byService,
    body: ServiceFields.partial().extend({ base_version: BaseVersion }),
    response: OneService,
    errors: ["stale"],
  }),
  deleteService: endpoint("DELETE /api/admin/subscriptions/services/{key}", {
    summary: "Delete a service without plans",
    access: "subscriptions.write",
    params: byService,
    errors: ["conflict"],
  }),
  serviceHistory: endpoint("GET /api/admin/subscriptions/services/{key}/history", {
    summary: "List the changes of a service by administrators, latest first",
    access: "subscriptions.read",
    params: byService,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(AuditEntry), total: z.number().int() }),
  }),
  createPlan: endpoint("POST /api/admin/subscriptions/plans", {
    summary: "Create a plan",
    access: "subscriptions.write",
    body: PlanFields.partial().required({ name: true, service: true }).extend({ key: PlanKey }),
    response: OnePlan,
    status: 201,
    errors: ["conflict"],
  }),
  updatePlan: endpoint("PUT /api/admin/subscriptions/plans/{key}", {
    summary: "Update a plan",
    access: "subscriptions.write",
    params: byKey,
    body: PlanFields.partial().extend({ base_version: BaseVersion }),
    response: OnePlan,
    errors: ["stale"],
  }),
  deletePlan: endpoint("DELETE /api/admin/subscriptions/plans/{key}", {
    summary: "Delete a plan with its prices and memberships",
    access: "subscriptions.write",
    params: byKey,
    errors: ["conflict"],
  }),
  planHistory: endpoint("GET /api/admin/subscriptions/plans/{key}/history", {
    summary: "List the changes of a plan and its games by administrators, latest first",
    access: "subscriptions.read",
    params: byKey,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(AuditEntry), total: z.number().int() }),
  }),
  listPlanPrices: endpoint("GET /api/admin/subscriptions/plans/{key}/prices", {
    summary: "List current and past prices of a plan, newest first",
    access: "subscriptions.read",
    params: byKey,
    query: z.object(pageQuery),
    response: z.object({ prices: z.array(PlanPrice), total: z.number().int() }),
  }),
  setPlanPrice: endpoint("POST /api/admin/subscriptions/plans/{key}/prices", {
    summary: "Set the price of a plan in a country from a day on",
    access: "subscriptions.write",
    params: byKey,
    body: z.object({
      country: CountryCode,
      currency: z.string().regex(/^[A-Z]{3}$/, "Expected a currency, such as EUR"),
      price: z.number().positive(),
      since: Day.optional().meta({ description: "Default: today" }),
    }),
    response: OnePlan,
  }),
  deletePlanPrice: endpoint("DELETE /api/admin/subscriptions/prices/{id}", {
    summary: "Delete a price of a plan",
    access: "subscriptions.write",
    params: byId,
  }),
  listMemberships: endpoint("GET /api/admin/subscriptions/memberships", {
    summary: "List memberships, the latest first; `search` is part of a game's title",
    access: "subscriptions.read",
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      plan: PlanKey.optional(),
      state: z.enum(membershipStates).optional(),
    }),
    response: z.object({ memberships: z.array(Membership), total: z.number().int() }),
  }),
  addMembership: endpoint("POST /api/admin/subscriptions/memberships", {
    summary: "Add a game to a plan",
    access: "subscriptions.write",
    body: MembershipFields.extend({ game_id: Id, plan: PlanKey }),
    response: OneMembership,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  updateMembership: endpoint("PUT /api/admin/subscriptions/memberships/{id}", {
    summary: "Update a membership",
    access: "subscriptions.write",
    params: byId,
    body: MembershipFields.extend({ base_version: BaseVersion }),
    response: OneMembership,
    errors: ["stale", "conflict"],
  }),
  deleteMembership: endpoint("DELETE /api/admin/subscriptions/memberships/{id}", {
    summary: "Delete a membership, as if the game had never been part of the plan",
    access: "subscriptions.write",
    params: byId,
  }),
  acceptReading: endpoint("POST /api/admin/subscriptions/readings/{id}/accept", {
    summary: "Accept a held reading: the next one of the plan may be as small",
    access: "subscriptions.write",
    params: byId,
    response: z.object({ reading: SubscriptionReading }),
    errors: ["conflict"],
  }),
};
