import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { vi } from 'vitest';
import { type FrontOptions, ReceiverFront } from '@/ingest/receiver/front';
import { endChild } from '@/ingest/supervise';
import { root } from '../../cli/run';

/** The receiver as it runs: its front in a server, and the built worker as a process on a data folder. */
export class Receiver {
  private readonly server: Server;
  private child: ChildProcess | null = null;

  constructor(
    readonly folder: string,
    options: Partial<FrontOptions> = {},
  ) {
    const front = new ReceiverFront({ folder, maxBody: 64 * 1024 * 1024, host: '127.0.0.1', ...options });
    this.server = createServer((request, response) => {
      if (!front.take(request, response)) response.writeHead(404).end();
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    await this.startWorker();
  }

  async startWorker(): Promise<void> {
    const child = fork(join(root, 'dist/worker.js'), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.child = child;
    child.send({
      folder: this.folder,
      watch: [],
      sample: false,
      found: [],
      offer: false,
      declared: { dialects: [], tools: {} },
      restarts: 0,
      lastCrash: null,
    });
    await vi.waitFor(async () => {
      const { status } = await this.post('/v1/traces', '{}', { 'Content-Type': 'application/json' });
      if (status !== 200) throw new Error(`not there yet: ${status}`);
    }, 20_000);
  }

  async killWorker(): Promise<void> {
    const { child } = this;
    const gone = new Promise((done) => child?.once('exit', done));
    child?.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await endChild(this.child, 10_000);
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get workerPid(): number {
    return this.child?.pid ?? 0;
  }

  post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { method: 'POST', body, headers });
  }

  ask<T>(query: string, ...values: unknown[]): T[] {
    const db = new Database(join(this.folder, 'own.db'), { readonly: true });
    try {
      return db.prepare<unknown[], T>(query).all(...values);
    } finally {
      db.close();
    }
  }
}
