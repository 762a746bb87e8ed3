CREATE TABLE "uploaded_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- they are compressed already
ALTER TABLE "uploaded_pictures" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
