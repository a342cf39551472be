'use client';

import { Button } from '@mantine/core';
import { ErrorState } from '@/components/states';

interface Props {
  error: Error & { digest?: string };
  retry: () => void;
}

/** What went wrong on the server reaches the browser only as a number; the words are in the terminal. */
export default function ScreenError({ error, retry }: Props) {
  return (
    <main id="main" style={{ padding: '0 20px' }}>
      <ErrorState title="This screen could not be read">
        <p>
          The store did not answer. The terminal that runs <code>capwatch start</code> has the reason
          {error.digest ? (
            <>
              {' '}
              under <code>{error.digest}</code>
            </>
          ) : null}
          ; <code>capwatch doctor</code> checks the store. Nothing was changed.
        </p>
        <div>
          <Button onClick={retry}>Try again</Button>
        </div>
      </ErrorState>
    </main>
  );
}
