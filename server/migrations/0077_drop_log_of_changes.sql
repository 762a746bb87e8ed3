-- Nothing reads them since `clear_caches_on_changes`.
DROP TABLE "changes";
--> statement-breakpoint
DROP TABLE "change_markers";
