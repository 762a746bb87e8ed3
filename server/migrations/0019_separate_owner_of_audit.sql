-- The site connects as a role that owns nothing (db/application-role.ts): what takes more than rows is done for it by
-- functions that run as their owner. Whoever replaces one of them has to say so again.
ALTER FUNCTION chain_audit_entry() SECURITY DEFINER SET search_path = public, pg_temp;--> statement-breakpoint
-- or a trigger on a table of one's own could move the head of the chain
REVOKE EXECUTE ON FUNCTION chain_audit_entry() FROM PUBLIC;--> statement-breakpoint
ALTER FUNCTION make_price_history_months(date, date) SECURITY DEFINER SET search_path = public, pg_temp;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION make_price_history_months(date, date) FROM PUBLIC;
