CREATE TABLE `call_mentions` (
	`id` text NOT NULL,
	`trace` text NOT NULL,
	`standing` integer NOT NULL,
	`start` integer,
	`gives` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`id`, `trace`)
);
--> statement-breakpoint
CREATE INDEX `call_mentions_by_trace` ON `call_mentions` (`trace`);