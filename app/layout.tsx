import '@mantine/core/styles.layer.css';
import './globals.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { type ReactNode, Suspense } from 'react';
import classes from '@/components/frame/frame.module.css';
import { Keys } from '@/components/frame/keys';
import { Nav } from '@/components/frame/nav';
import { Providers } from '@/components/frame/providers';

export const metadata: Metadata = {
  title: { default: 'Capwatch', template: '%s · Capwatch' },
  description: 'Which tool results were capped, how much the agent never saw, and who was hit.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        <Providers>
          <a className="skip" href="#main">
            Skip to the page
          </a>
          <div className={classes.body}>
            <Suspense fallback={<div className={classes.nav} />}>
              <Nav />
            </Suspense>
            <div className={classes.content}>{children}</div>
          </div>
          <Keys />
        </Providers>
      </body>
    </html>
  );
}
