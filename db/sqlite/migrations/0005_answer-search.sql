CREATE VIRTUAL TABLE answer_search USING fts5(text, question, content='answers', content_rowid='seq', tokenize="unicode61 remove_diacritics 2 tokenchars '_'");
--> statement-breakpoint
CREATE TRIGGER answers_search_insert AFTER INSERT ON answers BEGIN
  INSERT INTO answer_search (rowid, text, question) VALUES (new.seq, new.text, new.question);
END;
--> statement-breakpoint
CREATE TRIGGER answers_search_delete AFTER DELETE ON answers BEGIN
  INSERT INTO answer_search (answer_search, rowid, text, question) VALUES ('delete', old.seq, old.text, old.question);
END;
--> statement-breakpoint
CREATE TRIGGER answers_search_update AFTER UPDATE ON answers BEGIN
  INSERT INTO answer_search (answer_search, rowid, text, question) VALUES ('delete', old.seq, old.text, old.question);
  INSERT INTO answer_search (rowid, text, question) VALUES (new.seq, new.text, new.question);
END;
--> statement-breakpoint
INSERT INTO answer_search (answer_search) VALUES ('rebuild');
