import { defineConfig } from "drizzle-kit";

/** For `npm run db:generate`, which drafts a migration from the tables; a person names and completes it. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/**/table.ts",
  out: "./migrations",
  casing: "snake_case",
});
