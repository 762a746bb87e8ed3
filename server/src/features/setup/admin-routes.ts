import { setupEndpoints as endpoints } from "contract/setup/api.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { chooseCatalogue, chooseCountries, chooseMail, chooseStores, type SetupPrices } from "./commands.ts";
import { toSetupState } from "./present.ts";
import { readSetupFacts, type SetupDeps } from "./queries.ts";

interface SetupOptions extends SetupDeps {
  settings: { value(): SiteSettings };
  prices: SetupPrices;
}

export function setupAdminRoutes(app: FastifyInstance, { settings, prices, ...deps }: SetupOptions): void {
  const { db, env } = deps;

  bind(app, endpoints.getSetup, async () => toSetupState(await readSetupFacts(deps, settings.value())));

  bind(app, endpoints.chooseCountries, ({ body }, context) =>
    chooseCountries(db, callerOf(context), body.countries, new Date()),
  );

  bind(app, endpoints.chooseStores, ({ body }, context) =>
    chooseStores(db, prices, callerOf(context), body.stores, new Date()),
  );

  bind(app, endpoints.chooseMail, ({ body }, context) =>
    chooseMail(db, deps, callerOf(context), body.server, new Date()),
  );

  bind(app, endpoints.chooseCatalogue, ({ body }, context) =>
    chooseCatalogue(db, env, callerOf(context), body.games, new Date()),
  );
}
