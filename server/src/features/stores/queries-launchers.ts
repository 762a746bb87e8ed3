import { launcherBits, launchers, launchersOfStores } from "contract/prices/launchers.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";

const numbered = launchers.map((launcher) => ({ launcher, bit: sql.raw(String(launcherBits([launcher]))) }));

/** A list of launchers as bits (`launcherBits` in the contract). */
export function bitsOfLaunchers(list: SQL): SQL {
  const bits = numbered.map(({ launcher, bit }) => sql`case when ${launcher} = any(${list}) then ${bit} else 0 end`);
  return sql`(${sql.join(bits, sql` + `)})`;
}

/** The launchers of these bits as a list. */
export function launchersOfBits(bits: SQL): SQL {
  const names = numbered.map(({ launcher, bit }) => sql`case when ${bits} & ${bit} > 0 then ${launcher} end`);
  return sql`array_remove(array[${sql.join(names, sql`, `)}]::text[], null)`;
}

/** What everything at a store activates on, as bits. */
export function bitsOfStore(store: SQL): SQL {
  const whens = Object.entries(launchersOfStores).map(
    ([key, list]) => sql`when ${key} then ${sql.raw(String(launcherBits(list)))}`,
  );
  return sql`case ${store} ${sql.join(whens, sql` `)} else 0 end`;
}

/** What an offer activates on as bits, as `launchersOf` in the contract; 0 = not known. */
export function bitsOfOffer(store: SQL, stated: SQL): SQL {
  return sql`case when ${stated} is not null then ${bitsOfLaunchers(stated)} else ${bitsOfStore(store)} end`;
}
