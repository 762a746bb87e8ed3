ALTER TABLE "content_string_versions" ADD COLUMN "source_version" integer;--> statement-breakpoint
update content_string_versions version set source_version = text.source_version
from content_strings text
where text.id = version.content_string_id and text.source_version is not null;
--> statement-breakpoint
-- who edits texts may translate them
update admin_roles set permissions = array_append(permissions, 'content.translate')
where 'content.write' = any (permissions) and name <> 'super_admin';
