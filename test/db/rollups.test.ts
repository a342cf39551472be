import { conformance } from './conformance';
import { sqliteEngine } from './engine';

conformance('SQLite', sqliteEngine);
