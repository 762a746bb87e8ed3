-- What is announced is written down too, in the same transaction, for processes that could not hear it (db/change-log.ts).
-- Unlogged: after a crash, on a promoted replica and in restored files the log is empty, which says that nothing is known.
CREATE SEQUENCE "change_versions";--> statement-breakpoint
CREATE UNLOGGED TABLE "changes" (
	"topic" text NOT NULL,
	"version" bigint DEFAULT nextval('change_versions') NOT NULL,
	-- null: anything may have changed
	"ids" integer[],
	"xid" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "changes_topic_version_pk" PRIMARY KEY("topic","version")
);
--> statement-breakpoint
CREATE INDEX "changes_xid_idx" ON "changes" USING btree ("xid");--> statement-breakpoint
-- As long as a marker is there, the log has every change of transactions from its horizon on.
CREATE UNLOGGED TABLE "change_markers" (
	"marker" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"horizon" xid8 DEFAULT pg_snapshot_xmin(pg_current_snapshot()) NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
INSERT INTO "change_markers" DEFAULT VALUES;--> statement-breakpoint
CREATE FUNCTION announce(topic text, ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (topic, ids) VALUES (announce.topic, announce.ids);
  PERFORM pg_notify('changes', topic || ' ' || coalesce(array_to_string(ids, ','), '*'));
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_games(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- a payload may have 8,000 bytes at most
  part CONSTANT integer := 500;
BEGIN
  -- merging this many into what a process holds is no quicker than reading everything again
  IF cardinality(ids) > 10000 THEN
    PERFORM announce('games', NULL);
    RETURN;
  END IF;
  FOR place IN 1 .. coalesce(cardinality(ids), 0) BY part LOOP
    PERFORM announce('games', ids[place : place + part - 1]);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_truncated_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('games', NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_TABLE_NAME::text, NULL);
  RETURN NULL;
END
$$;
