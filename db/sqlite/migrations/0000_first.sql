CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`revenue` real,
	`currency` text,
	`segment` text,
	`segment_given` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `answers` (
	`id` text NOT NULL,
	`seq` integer PRIMARY KEY NOT NULL,
	`ts` integer NOT NULL,
	`ts_known` integer NOT NULL,
	`session` text NOT NULL,
	`account` text NOT NULL,
	`question` text,
	`text` text NOT NULL,
	`source` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `answers_id_unique` ON `answers` (`id`);--> statement-breakpoint
CREATE INDEX `answers_by_time` ON `answers` (`ts`,`seq`);--> statement-breakpoint
CREATE INDEX `answers_by_session` ON `answers` (`session`,`ts`);--> statement-breakpoint
CREATE TABLE `calls` (
	`id` text NOT NULL,
	`seq` integer PRIMARY KEY NOT NULL,
	`ts` integer NOT NULL,
	`ts_known` integer NOT NULL,
	`session` text NOT NULL,
	`part` integer NOT NULL,
	`account` text NOT NULL,
	`tool` text NOT NULL,
	`args` text NOT NULL,
	`error` integer NOT NULL,
	`agent` text,
	`model` text,
	`environment` text,
	`version` text,
	`duration_ms` integer,
	`source` integer NOT NULL,
	`query` text NOT NULL,
	`any_query` text NOT NULL,
	`reading` text NOT NULL,
	`limit_fact` text,
	`verdict` text NOT NULL,
	`basis` text,
	`findings` text NOT NULL,
	`present` integer,
	`returned` integer,
	`matched` integer,
	`relation` text,
	`limit_value` integer,
	`limit_source` text,
	`imposed` integer NOT NULL,
	`unseen_kind` text NOT NULL,
	`unseen_rows` integer,
	`unseen_source` text,
	`recovered` integer NOT NULL,
	`dialect` text,
	`payload_length` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calls_id_unique` ON `calls` (`id`);--> statement-breakpoint
CREATE INDEX `calls_by_time` ON `calls` (`ts`,`seq`);--> statement-breakpoint
CREATE INDEX `calls_by_tool` ON `calls` (`tool`,`ts`,`seq`);--> statement-breakpoint
CREATE INDEX `calls_by_account` ON `calls` (`account`,`ts`,`seq`);--> statement-breakpoint
CREATE INDEX `calls_by_session` ON `calls` (`session`,`ts`,`seq`);--> statement-breakpoint
CREATE INDEX `calls_by_part` ON `calls` (`session`,`part`) WHERE part > 0;--> statement-breakpoint
CREATE INDEX `calls_by_query` ON `calls` (`query`,`session`);--> statement-breakpoint
CREATE INDEX `calls_by_any_query` ON `calls` (`any_query`,`account`);--> statement-breakpoint
CREATE INDEX `calls_by_verdict` ON `calls` (`verdict`,`ts`,`seq`);--> statement-breakpoint
CREATE TABLE `census` (
	`query` text PRIMARY KEY NOT NULL,
	`tool` text NOT NULL,
	`account` text,
	`args` text NOT NULL,
	`matched` integer NOT NULL,
	`ts` integer,
	`source` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `latencies` (
	`start` integer NOT NULL,
	`tool` text NOT NULL,
	`up_to` integer NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`start`, `tool`, `up_to`)
);
--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payloads` (
	`call_id` text NOT NULL,
	`view` text NOT NULL,
	`codec` text NOT NULL,
	`length` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`call_id`, `view`)
);
--> statement-breakpoint
CREATE TABLE `quarantine` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` integer NOT NULL,
	`offset` integer NOT NULL,
	`length` integer NOT NULL,
	`reason` text NOT NULL,
	`bytes` blob NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `quarantine_by_source` ON `quarantine` (`source`,`offset`);--> statement-breakpoint
CREATE TABLE `rollups` (
	`grain` text NOT NULL,
	`start` integer NOT NULL,
	`tool` text NOT NULL,
	`account` text NOT NULL,
	`verdict` text NOT NULL,
	`imposed` integer NOT NULL,
	`recovered` integer NOT NULL,
	`unseen_kind` text NOT NULL,
	`unseen_rows` integer NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`account`, `grain`, `start`, `tool`, `verdict`, `imposed`, `recovered`, `unseen_kind`, `unseen_rows`)
);
--> statement-breakpoint
CREATE TABLE `row_counts` (
	`start` integer NOT NULL,
	`tool` text NOT NULL,
	`verdict` text NOT NULL,
	`present` integer NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`start`, `tool`, `verdict`, `present`)
);
--> statement-breakpoint
CREATE TABLE `skipped` (
	`source` integer NOT NULL,
	`type` text NOT NULL,
	`records` integer NOT NULL,
	PRIMARY KEY(`source`, `type`)
);
--> statement-breakpoint
CREATE TABLE `sources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`path` text NOT NULL,
	`fingerprint` text NOT NULL,
	`format` text,
	`position` integer NOT NULL,
	`size` integer NOT NULL,
	`state` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`answers` integer DEFAULT 0 NOT NULL,
	`accounts` integer DEFAULT 0 NOT NULL,
	`census` integer DEFAULT 0 NOT NULL,
	`duplicates` integer DEFAULT 0 NOT NULL,
	`quarantined` integer DEFAULT 0 NOT NULL,
	`longest_result` integer DEFAULT 0 NOT NULL,
	`first_read_at` integer NOT NULL,
	`last_read_at` integer NOT NULL,
	`status` text NOT NULL,
	`trouble` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sources_fingerprint_unique` ON `sources` (`fingerprint`);--> statement-breakpoint
CREATE TABLE `versions` (
	`tool` text NOT NULL,
	`version` text NOT NULL,
	`first_ts` integer NOT NULL,
	`last_ts` integer NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`tool`, `version`)
);
