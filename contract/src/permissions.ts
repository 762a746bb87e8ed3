/** The permissions of administrators' roles (spec/administration 3.1). */
export const permissions = [
  "content.read",
  "content.write",
  "content.delete",
  "config.read",
  "config.write",
  "config.delete",
  "users.read",
  "users.write",
  "users.delete",
  "audit.read",
  "audit.export",
  "roles.read",
  "roles.write",
  "roles.delete",
  "stores.read",
  "stores.write",
  "catalogue.read",
  "catalogue.write",
  "prices.read",
  "prices.write",
  "sources.read",
  "sources.write",
  "insights.read",
] as const;

export type Permission = (typeof permissions)[number];
