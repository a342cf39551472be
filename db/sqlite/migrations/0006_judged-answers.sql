CREATE TABLE `claims` (
	`answer` integer NOT NULL,
	`n` integer NOT NULL,
	`kind` text NOT NULL,
	`verdict` text NOT NULL,
	`is_false` integer NOT NULL,
	`tool` text NOT NULL,
	PRIMARY KEY(`answer`, `n`)
);
--> statement-breakpoint
CREATE INDEX `claims_by_verdict` ON `claims` (`verdict`,`tool`,`answer`);--> statement-breakpoint
CREATE TABLE `judged_answers` (
	`answer` integer PRIMARY KEY NOT NULL,
	`session` text NOT NULL,
	`ts` integer NOT NULL,
	`ts_known` integer NOT NULL,
	`after` integer NOT NULL,
	`claims` integer NOT NULL,
	`false_claims` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `judged_answers_by_session` ON `judged_answers` (`session`,`ts`);--> statement-breakpoint
ALTER TABLE `answers` ADD `after` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE answers SET after = coalesce((SELECT max(seq) FROM calls c WHERE c.session = answers.session), 0) WHERE NOT ts_known;
--> statement-breakpoint
CREATE TRIGGER calls_judged_insert AFTER INSERT ON calls BEGIN
  DELETE FROM judged_answers WHERE session = new.session
    AND CASE WHEN ts_known AND new.ts_known THEN ts >= new.ts ELSE after >= new.seq END;
END;
--> statement-breakpoint
CREATE TRIGGER calls_judged_update AFTER UPDATE OF session, ts, account, reading, verdict, findings, present, matched, unseen_rows, recovered ON calls BEGIN
  DELETE FROM judged_answers WHERE session IN (old.session, new.session)
    AND CASE WHEN ts_known AND new.ts_known THEN ts >= min(old.ts, new.ts) ELSE after >= new.seq END;
END;
--> statement-breakpoint
CREATE TRIGGER calls_judged_delete AFTER DELETE ON calls BEGIN
  DELETE FROM judged_answers WHERE session = old.session
    AND CASE WHEN ts_known AND old.ts_known THEN ts >= old.ts ELSE after >= old.seq END;
END;
--> statement-breakpoint
CREATE TRIGGER answers_judged_insert AFTER INSERT ON answers BEGIN
  DELETE FROM judged_answers WHERE session = new.session
    AND CASE WHEN ts_known AND new.ts_known THEN ts >= new.ts ELSE after >= new.after END;
END;
--> statement-breakpoint
CREATE TRIGGER answers_judged_delete AFTER DELETE ON answers BEGIN
  DELETE FROM judged_answers WHERE session = old.session
    AND CASE WHEN ts_known AND old.ts_known THEN ts >= old.ts ELSE after >= old.after END;
END;
--> statement-breakpoint
CREATE TRIGGER judged_answers_delete AFTER DELETE ON judged_answers BEGIN
  DELETE FROM claims WHERE answer = old.answer;
END;
