import type { Db } from "../platform/db/connect.ts";
import { sql } from "../platform/db/drizzle.ts";

/**
 * The returned function lets entries of the audit log, the last of a change, fail, or no longer. A constraint, added
 * and dropped, would have all connections plan their statements again.
 */
export async function prepareBreakAudit(db: Db): Promise<(isBroken: boolean) => Promise<unknown>> {
  await db.execute(sql`
    create table broken_audit as select false as is_broken;
    create function fail_if_broken() returns trigger language plpgsql security definer as $$ begin
      if (select is_broken from broken_audit) then raise exception 'broken'; end if;
      return null;
    end $$;
    create trigger fail_if_broken after insert on audit_log for each row execute function fail_if_broken()`);
  return (isBroken) => db.execute(sql`update broken_audit set is_broken = ${isBroken}`);
}
