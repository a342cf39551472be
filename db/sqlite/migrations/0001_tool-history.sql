CREATE TABLE `lessons` (
	`contract` text PRIMARY KEY NOT NULL,
	`lesson` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pending` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`until` integer NOT NULL,
	`ts` integer NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
--> statement-breakpoint
CREATE TABLE `piles` (
	`source` integer NOT NULL,
	`length` integer NOT NULL,
	`tools` text NOT NULL,
	`queries` text NOT NULL,
	`cut` integer NOT NULL,
	PRIMARY KEY(`source`, `length`)
);
--> statement-breakpoint
CREATE TABLE `tool_history` (
	`contract` text NOT NULL,
	`mark` text NOT NULL,
	`present` integer NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`contract`, `mark`, `present`)
);
--> statement-breakpoint
ALTER TABLE `calls` ADD `marks` integer;--> statement-breakpoint
ALTER TABLE `calls` ADD `cut` integer;--> statement-breakpoint
ALTER TABLE `calls` ADD `text_length` integer;--> statement-breakpoint
CREATE INDEX `calls_short` ON `calls` (`tool`,`dialect`,`present`,`query`) WHERE marks & 2;--> statement-breakpoint
CREATE INDEX `calls_over` ON `calls` (`tool`,`dialect`,`present`,`query`) WHERE marks & 4;--> statement-breakpoint
CREATE INDEX `calls_unweighed` ON `calls` (`seq`) WHERE marks IS NULL;--> statement-breakpoint
CREATE INDEX `calls_by_length` ON `calls` (`source`,`payload_length`,`cut`) WHERE cut IS NOT NULL;--> statement-breakpoint
CREATE INDEX `calls_by_text_length` ON `calls` (`source`,`text_length`,`cut`) WHERE text_length IS NOT NULL;