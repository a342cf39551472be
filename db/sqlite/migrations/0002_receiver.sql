CREATE TABLE `trace_records` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`trace` text NOT NULL,
	`standing` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `trace_records_by_trace` ON `trace_records` (`trace`);--> statement-breakpoint
CREATE TABLE `trace_spans` (
	`trace` text NOT NULL,
	`span` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`trace`, `span`)
);
--> statement-breakpoint
CREATE TABLE `traces` (
	`id` text PRIMARY KEY NOT NULL,
	`source` integer NOT NULL,
	`changed` integer NOT NULL,
	`due` integer,
	`size` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `traces_due` ON `traces` (`due`) WHERE due IS NOT NULL;--> statement-breakpoint
CREATE INDEX `traces_by_change` ON `traces` (`changed`);