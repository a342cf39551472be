import type { ReactNode } from 'react';

const PATHS = {
  overview: <path d="M2 13V8M6 13V4M10 13V6.5M14 13V2.5" />,
  answers: <path d="M2 3h12v8H7.500L4 14v-3H2zM5 6h6M5 8.500h4" />,
  tools: (
    <path d="M9.8 2.6a3.4 3.4 0 0 0-4 4.6L2 11l3 3 3.800-3.800a3.400 3.400 0 0 0 4.600-4L11.300 8.300 8.800 7.200 7.700 4.700z" />
  ),
  accounts: (
    <path d="M6 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM1.500 13.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4M10.500 7.300a2.300 2.300 0 0 0 0-4.500M12 9.800c1.600.5 2.500 1.900 2.500 3.700" />
  ),
  calls: <path d="M2 3.500h12M2 8h12M2 12.500h7" />,
  sources: (
    <path d="M8 6c3.300 0 6-.9 6-2s-2.700-2-6-2-6 .9-6 2 2.700 2 6 2zM2 4v4c0 1.100 2.700 2 6 2s6-.9 6-2V4M2 8v4c0 1.100 2.700 2 6 2s6-.9 6-2V8" />
  ),
  search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.700 10.700 14 14" />,
  clock: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.800V8l2.200 1.500" />,
  theme: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5l5.200-.5M8 8h6M8 11l5.200.5" />,
  help: (
    <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.300 6.300c0-1 .8-1.600 1.700-1.600s1.700.6 1.700 1.600c0 1.200-1.700 1.300-1.700 2.500M8 11.200v.1" />
  ),
  copy: <path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3" />,
  add: <path d="M8 3v10M3 8h10" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

/** A line icon of 16 px in the text's colour; decoration only, words stand beside it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  );
}
