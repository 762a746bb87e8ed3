CREATE TABLE "file_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"modified_at" timestamp with time zone,
	"received" bigint DEFAULT 0 NOT NULL,
	"writer" uuid,
	"writer_until" timestamp with time zone,
	"state" text DEFAULT 'uploading' NOT NULL,
	"options" jsonb,
	"progress" real,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"summary" jsonb,
	"rejected_rows" boolean DEFAULT false NOT NULL,
	"undoable" boolean DEFAULT false NOT NULL,
	"undo" jsonb,
	"created_by" integer,
	"requested_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"import_id" integer NOT NULL,
	"changed" text NOT NULL,
	"game_id" integer NOT NULL,
	"country" text,
	"store" text,
	"recorded_at" timestamp with time zone,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "file_imports" ADD CONSTRAINT "file_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_imports" ADD CONSTRAINT "file_imports_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_id_file_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."file_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_imports_kind_idx" ON "file_imports" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "import_changes_import_idx" ON "import_changes" USING btree ("import_id","changed");