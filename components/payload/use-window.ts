'use client';

import { useCallback, useRef, useState } from 'react';

interface State<T> {
  data: T | null;
  /** True once a request has run long enough to need words. */
  slow: boolean;
  trouble: string | null;
}

/** A part of a payload from the server, asked for by address. The last question wins; nothing is asked on its own. */
export function useWindow<T>(): State<T> & { ask: (address: string) => Promise<T | null>; drop: () => void } {
  const [state, setState] = useState<State<T>>({ data: null, slow: false, trouble: null });
  const asked = useRef(0);

  const ask = useCallback(async (address: string): Promise<T | null> => {
    const mine = ++asked.current;
    const timer = setTimeout(() => {
      if (asked.current === mine) setState((was) => ({ ...was, slow: true }));
    }, 400);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(await sayWhy(response));
      const data = (await response.json()) as T;
      if (asked.current === mine) setState({ data, slow: false, trouble: null });
      return data;
    } catch (error) {
      const why = error instanceof Error ? error.message : 'the server did not answer';
      if (asked.current === mine) setState((was) => ({ ...was, slow: false, trouble: why }));
      return null;
    } finally {
      clearTimeout(timer);
    }
  }, []);

  const drop = useCallback(() => {
    asked.current++;
    setState({ data: null, slow: false, trouble: null });
  }, []);

  return { ...state, ask, drop };
}

async function sayWhy(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const { error } = body as { error: { message?: string } };
    if (error.message) return error.message;
  }
  return `the server answered ${response.status}`;
}
