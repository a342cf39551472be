import { Command, CommanderError } from 'commander';
import { StoreError } from '@/db/store-error';
import { capsCommand } from './caps';
import { censusCommand } from './census';
import { takeConfig } from './config';
import { doctorCommand } from './doctor';
import { CommandError, EXIT, inWords, systemCode } from './errors';
import { explainCommand } from './explain';
import { ingestCommand } from './ingest';
import { inspectCommand } from './inspect';
import { colours, endQuietlyOnBrokenPipe, say } from './output';
import { aboutPackage } from './package';
import { reportCommand } from './report';
import { startCommand } from './start';

const COMMANDS = [
  startCommand,
  ingestCommand,
  inspectCommand,
  reportCommand,
  capsCommand,
  explainCommand,
  censusCommand,
  doctorCommand,
];

function program(): Command {
  const { version, description } = aboutPackage();
  const top = new Command('capwatch')
    .description(description)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError(true)
    .exitOverride()
    .hook('preAction', async (_top, command) => {
      // The doctor says itself what is wrong with it.
      if (command.name() !== 'doctor') await takeConfig();
    })
    .configureOutput({ outputError: (text) => say(colours.words.red(text.trimEnd())) })
    .addHelpText(
      'after',
      `
Examples:
  capwatch start                               the dashboard, with the sample month on first use
  capwatch start --watch ~/.claude/projects    your own Claude Code sessions, followed
  capwatch inspect session.jsonl               judge one log without storing it
  capwatch report --format json                the figures, for a program

Exit codes: 0 done · 1 found what it was asked to fail on · 2 wrong usage · 3 could not read or write.
Data is kept in $CAPWATCH_HOME, else in the platform's usual place (capwatch doctor shows it).`,
    );
  for (const add of COMMANDS) add(top);
  for (const command of top.commands)
    command.exitOverride().showSuggestionAfterError(true).helpOption('-h, --help', 'print this help');
  return top;
}

/** The exit code for whatever ended a command; says what a person has to know, and no more. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof CommandError) {
    complain(error.message);
    return error.exitCode;
  }
  if (error instanceof StoreError || systemCode(error) !== null) {
    complain(error instanceof StoreError ? error.message : systemWords(error));
    return EXIT.io;
  }
  complain(`this is a fault of Capwatch, not yours: ${inWords(error)}`);
  if (process.env.CAPWATCH_DEBUG && error instanceof Error) say(error.stack ?? '');
  else say('Set CAPWATCH_DEBUG=1 to see where it happened.');
  return EXIT.io;
}

function systemWords(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? `${String(error.path)}: ` : '';
  return `${path}${inWords(error)}`;
}

function complain(message: string): void {
  say(colours.words.red(`capwatch: ${message}`));
}

endQuietlyOnBrokenPipe();
const top = program();
if (process.argv.length <= 2) {
  top.outputHelp({ error: true });
  process.exitCode = EXIT.usage;
} else {
  try {
    await top.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}
