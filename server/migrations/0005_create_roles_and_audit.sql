CREATE TABLE "audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_id" bigint NOT NULL,
	"performed_at" timestamp with time zone NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"performed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"user_id" integer,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_key" text,
	"resource_category" text,
	"resource_id" text,
	"description" text NOT NULL,
	"details" jsonb,
	"old_value" jsonb,
	"new_value" jsonb,
	"previous_hash" "bytea" DEFAULT '' NOT NULL,
	"hash" "bytea" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_roles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"permissions" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_assignments" (
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"assigned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_assignments_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "roles_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_role_id_admin_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."admin_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_roles_name_key" ON "admin_roles" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "role_assignments_role_id_idx" ON "role_assignments" USING btree ("role_id");--> statement-breakpoint
-- The head is locked until the end of the transaction, so entries are numbered without gaps in the order of commits,
-- and each knows the hash of the one before. The form that is hashed is the one that `audit verify` hashes.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  NEW.id := head.last_id + 1;
  NEW.performed_at := greatest(NEW.performed_at, head.performed_at);
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(NEW.previous_hash || convert_to(jsonb_build_array(
    NEW.id, (extract(epoch FROM NEW.performed_at) * 1000000)::bigint, NEW.user_id, NEW.action,
    NEW.resource_type, NEW.resource_key, NEW.resource_category, NEW.resource_id,
    NEW.description, NEW.details, NEW.old_value, NEW.new_value
  )::text, 'UTF8'));
  UPDATE audit_head SET last_id = NEW.id, performed_at = NEW.performed_at, hash = NEW.hash;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log can only grow' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER chain BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
INSERT INTO audit_head (last_id, performed_at, hash) VALUES (0, 'epoch', decode(repeat('00', 32), 'hex'));
--> statement-breakpoint
-- a depth of 0 is a statement of the application's own, not one of the trigger above
CREATE TRIGGER refuse_update BEFORE UPDATE ON audit_head
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
