'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { Icon, type IconName } from '../icons';
import { Go } from '../link';
import classes from './frame.module.css';

/** The screens that exist; `key` is the letter after `g`. */
export const PLACES: { href: string; word: string; icon: IconName; key: string }[] = [
  { href: '/', word: 'Overview', icon: 'overview', key: 'o' },
  { href: '/tools', word: 'Tools', icon: 'tools', key: 't' },
  { href: '/answers', word: 'Answers', icon: 'answers', key: 'n' },
  { href: '/accounts', word: 'Accounts', icon: 'accounts', key: 'a' },
  { href: '/calls', word: 'Calls', icon: 'calls', key: 'c' },
  { href: '/sources', word: 'Sources', icon: 'sources', key: 's' },
];

/** What a change of screen takes along: the slice, never its order or page. */
export function carried(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const [key, value] of params) {
    if (['from', 'to', 'segment', 'caps', 'data'].includes(key)) kept.append(key, value);
  }
  const s = kept.toString();
  return s && `?${s}`;
}

/** Left navigation; a strip at the top on narrow screens. */
export function Nav() {
  const path = usePathname();
  const query = carried(useSearchParams());
  return (
    <nav className={classes.nav} aria-label="Screens">
      <Go href={`/${query}`} className={classes.brand}>
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <path d="M11 2 15.500 8H6.500z" fill="var(--cw-seen)" />
          <path d="M1 9.500h20" stroke="currentColor" strokeWidth="1.200" />
          <path
            d="M4.500 11h13L14 18l-3 2-4-3z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.300"
            strokeLinejoin="round"
          />
          <path d="M7 14.500 11.500 11M9 17.500 15 12" stroke="currentColor" strokeWidth="1.100" />
        </svg>
        Capwatch
      </Go>
      <ul>
        {PLACES.map(({ href, word, icon }) => {
          const on = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Go href={href + query} className={classes.place} aria-current={on ? 'page' : undefined}>
                <Icon name={icon} />
                <span>{word}</span>
              </Go>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
