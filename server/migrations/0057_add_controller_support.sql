CREATE TYPE "public"."controller_support" AS ENUM('full', 'partial', 'none');--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "controller_support" "controller_support";