/** A thread that makes the sample month: one piece for each message, so that it is never far ahead. */

import { parentPort, workerData } from 'node:worker_threads';
import { type Piece, pieces } from './sample-pieces';

const month = pieces(Number(workerData));

parentPort?.on('message', () => {
  const { value, done } = month.next();
  const piece: Piece | null = done ? null : value;
  parentPort?.postMessage(piece, piece === null ? [] : [piece.buffer]);
});
