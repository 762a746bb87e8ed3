-- Caches follow time; what an administrator changes clears them. Deferred, so that it is the last announcement of its
-- transaction, after those of the data that changed. Accounts and messages are in no cache.
CREATE FUNCTION announce_caches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', 'caches');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER announce AFTER INSERT ON "audit_log" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."resource_type" NOT IN ('user', 'admin_role', 'contact_submission', 'audit_log'))
  EXECUTE FUNCTION announce_caches();
--> statement-breakpoint
-- A process that missed announcements rereads everything, so they are no longer logged.
CREATE OR REPLACE FUNCTION announce(topic text, ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', topic || ' ' || coalesce(array_to_string(ids, ','), '*'));
END
$$;
--> statement-breakpoint
-- Processes of the last release still read both tables: without a marker they reread everything too. A later release
-- drops them.
DELETE FROM "change_markers";
--> statement-breakpoint
DELETE FROM "changes";
