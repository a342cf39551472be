CREATE TABLE `largest_pages` (
	`tool` text NOT NULL,
	`day` integer NOT NULL,
	`account` text NOT NULL,
	`present` integer NOT NULL,
	PRIMARY KEY(`tool`, `day`, `account`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `set_sizes` (
	`tool` text NOT NULL,
	`account` text NOT NULL,
	`grain` text NOT NULL,
	`start` integer NOT NULL,
	`shape` text NOT NULL,
	`imposed` integer NOT NULL,
	`cap` integer NOT NULL,
	`recovered` integer NOT NULL,
	`standing` text NOT NULL,
	`size` integer NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`tool`, `account`, `grain`, `start`, `shape`, `imposed`, `cap`, `recovered`, `standing`, `size`)
) WITHOUT ROWID;
