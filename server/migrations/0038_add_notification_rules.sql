CREATE TABLE "notification_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"channel_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone,
	"message_id" uuid,
	CONSTRAINT "notification_deliveries_event_channel_key" UNIQUE("event_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"rule_id" integer,
	"kind" text NOT NULL,
	"value" integer,
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"list_name" text,
	"game_id" integer NOT NULL,
	"country" text NOT NULL,
	"currency" text NOT NULL,
	"store" text NOT NULL,
	"old_minor" integer,
	"new_minor" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"game_id" integer,
	"list_id" integer,
	"country" text NOT NULL,
	"value" integer,
	"scope" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_fired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"digest_hour" smallint NOT NULL,
	"digest_weekday" smallint NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"times_chosen" boolean DEFAULT false NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rule_channels" (
	"rule_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	CONSTRAINT "rule_channels_rule_id_channel_id_pk" PRIMARY KEY("rule_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "rule_states" (
	"rule_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"basis" text NOT NULL,
	"armed" boolean NOT NULL,
	"last_minor" integer,
	"low_minor" integer,
	"available" boolean NOT NULL,
	CONSTRAINT "rule_states_rule_id_game_id_pk" PRIMARY KEY("rule_id","game_id")
);
--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_event_id_notification_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notification_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_message_id_notification_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."notification_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_rule_id_notification_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."notification_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_messages" ADD CONSTRAINT "notification_messages_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_list_id_game_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."game_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_country_markets_country_fk" FOREIGN KEY ("country") REFERENCES "public"."markets"("country") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_channels" ADD CONSTRAINT "rule_channels_rule_id_notification_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."notification_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_channels" ADD CONSTRAINT "rule_channels_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_states" ADD CONSTRAINT "rule_states_rule_id_notification_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."notification_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_states" ADD CONSTRAINT "rule_states_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_deliveries_undecided_idx" ON "notification_deliveries" USING btree ("id") WHERE "notification_deliveries"."state" = 'waiting' and "notification_deliveries"."due_at" is null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_due_idx" ON "notification_deliveries" USING btree ("due_at") WHERE "notification_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notification_deliveries_channel_idx" ON "notification_deliveries" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_message_idx" ON "notification_deliveries" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "notification_events_user_idx" ON "notification_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_events_unread_idx" ON "notification_events" USING btree ("user_id") WHERE "notification_events"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notification_events_rule_idx" ON "notification_events" USING btree ("rule_id","id");--> statement-breakpoint
CREATE INDEX "notification_events_game_idx" ON "notification_events" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "notification_events_at_idx" ON "notification_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_messages_next_idx" ON "notification_messages" USING btree ("next_at") WHERE "notification_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notification_messages_channel_idx" ON "notification_messages" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_messages_finished_idx" ON "notification_messages" USING btree ("finished_at") WHERE "notification_messages"."state" <> 'waiting';--> statement-breakpoint
CREATE INDEX "notification_rules_user_id_idx" ON "notification_rules" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_rules_game_id_idx" ON "notification_rules" USING btree ("game_id") WHERE "notification_rules"."game_id" is not null;--> statement-breakpoint
CREATE INDEX "notification_rules_list_id_idx" ON "notification_rules" USING btree ("list_id") WHERE "notification_rules"."list_id" is not null;--> statement-breakpoint
CREATE INDEX "notification_rules_wishlist_idx" ON "notification_rules" USING btree ("user_id") WHERE "notification_rules"."subject" = 'wishlist';--> statement-breakpoint
CREATE INDEX "rule_channels_channel_id_idx" ON "rule_channels" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "rule_states_game_id_idx" ON "rule_states" USING btree ("game_id");--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_subject_check" CHECK (("subject" = 'game') = ("game_id" IS NOT NULL) AND ("subject" = 'list') = ("list_id" IS NOT NULL));
