import { join } from 'node:path';

/** What decides where programs keep their files on this machine. */
export interface Machine {
  home: string;
  platform: string;
  env: Record<string, string | undefined>;
}

/** A program whose logs can be read where it leaves them. `places` and `endings` follow `reads` of its format. */
export interface LogPlace {
  /** Stands in wish files and in `start --found`: small letters, digits and `-`. */
  id: string;
  name: string;
  folders(machine: Machine): string[];
  endings: readonly string[];
}

const LINES = ['.jsonl'];
const BOTH = ['.json', '.jsonl'];

/** The folder that a variable names, else the usual one below the home folder. */
const named = (variable: string, ...usual: string[]) => {
  return ({ env, home }: Machine) => env[variable] || join(home, ...usual);
};
const below =
  (base: (machine: Machine) => string, ...names: string[]) =>
  (machine: Machine) =>
    names.map((name) => join(base(machine), ...name.split('/')));

const codex = named('CODEX_HOME', '.codex');
const copilot = named('COPILOT_HOME', '.copilot');
const pi = named('PI_CODING_AGENT_DIR', '.pi', 'agent');
const openclaw = named('OPENCLAW_STATE_DIR', '.openclaw');
const hermes = named('HERMES_HOME', '.hermes');
const data = named('XDG_DATA_HOME', '.local', 'share');

/** Both folders count where Claude Code keeps its settings the newer way; its variable may name several, by comma. */
function claudeFolders({ env, home }: Machine): string[] {
  const roots = env.CLAUDE_CONFIG_DIR?.split(',').filter(Boolean) ?? [
    join(home, '.claude'),
    join(env.XDG_CONFIG_HOME || join(home, '.config'), 'claude'),
  ];
  return roots.map((root) => join(root.trim(), 'projects'));
}

/** The editor's storage of one extension, in its stable and early versions, and where it runs as a remote server. */
function editorStorage({ env, home, platform }: Machine, extension: string): string[] {
  const base =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? env.APPDATA || join(home, 'AppData', 'Roaming')
        : env.XDG_CONFIG_HOME || join(home, '.config');
  const users = ['Code', 'Code - Insiders', 'VSCodium'].map((editor) => join(base, editor, 'User'));
  return [...users, join(home, '.vscode-server', 'data', 'User')].map((user) =>
    join(user, 'globalStorage', extension, 'tasks'),
  );
}

function gooseFolders(machine: Machine): string[] {
  if (machine.platform !== 'win32') return [join(data(machine), 'goose', 'sessions')];
  const roaming = machine.env.APPDATA || join(machine.home, 'AppData', 'Roaming');
  return [join(roaming, 'Block', 'goose', 'data', 'sessions')];
}

/** Programs that leave logs below the home folder. The variables are those that the programs themselves read. */
export const LOG_PLACES: readonly LogPlace[] = [
  { id: 'claude-code', name: 'Claude Code', folders: claudeFolders, endings: LINES },
  { id: 'codex', name: 'Codex', folders: below(codex, 'sessions', 'archived_sessions'), endings: LINES },
  { id: 'gemini-cli', name: 'Gemini CLI', folders: below(({ home }) => join(home, '.gemini'), 'tmp'), endings: BOTH },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    folders: below(({ home }) => join(home, '.qwen'), 'projects', 'tmp'),
    endings: BOTH,
  },
  {
    id: 'copilot-cli',
    name: 'Copilot CLI',
    folders: below(copilot, 'session-state', 'history-session-state'),
    endings: BOTH,
  },
  {
    id: 'cline',
    name: 'Cline',
    folders: (machine) => [
      ...editorStorage(machine, 'saoudrizwan.claude-dev'),
      join(machine.home, '.cline', 'data', 'tasks'),
    ],
    endings: ['.json'],
  },
  {
    id: 'roo',
    name: 'Roo',
    folders: (machine) => editorStorage(machine, 'rooveterinaryinc.roo-cline'),
    endings: ['.json'],
  },
  { id: 'opencode', name: 'opencode', folders: below(data, 'opencode/storage'), endings: ['.json'] },
  { id: 'goose', name: 'Goose', folders: gooseFolders, endings: LINES },
  { id: 'pi', name: 'pi', folders: below(pi, 'sessions'), endings: LINES },
  { id: 'openclaw', name: 'OpenClaw', folders: below(openclaw, 'agents'), endings: LINES },
  { id: 'hermes', name: 'Hermes', folders: below(hermes, 'sessions'), endings: BOTH },
  {
    id: 'droid',
    name: 'Factory Droid',
    folders: below(({ home }) => join(home, '.factory'), 'sessions'),
    endings: LINES,
  },
  {
    id: 'openhands',
    name: 'OpenHands',
    folders: below(({ home }) => join(home, '.openhands'), 'sessions', 'conversations'),
    endings: BOTH,
  },
];
