'use client';

import { CopyButton, UnstyledButton } from '@mantine/core';

/** Copies one line; says that it did, in place. */
export function CopyText({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} fz={12.5} c="var(--cw-link)" ff="var(--cw-font)" aria-label={`Copy: ${text}`}>
          {copied ? 'Copied' : 'Copy'}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
