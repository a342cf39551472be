import { Go } from '@/components/link';
import { EmptyState } from '@/components/states';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main id="main" style={{ padding: '0 20px' }}>
      <EmptyState title="There is nothing at this address">
        <p>
          It may be of another data set, or its calls may have expired. <Go href="/">The overview</Go> shows everything
          that is there; <Go href="/sources">Sources</Go> shows what was read.
        </p>
      </EmptyState>
    </main>
  );
}
