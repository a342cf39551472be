import type { Metadata } from 'next';
import { Screen } from '@/components/frame/screen';
import { Go } from '@/components/link';
import { Sentence } from '@/components/states';
import { linkTo } from '@/lib/address';
import { openScreen } from '../../screen';
import classes from '../answers.module.css';
import { JudgeForm } from './judge-form';

export const metadata: Metadata = { title: 'Judge a conversation' };

export default async function NewAnswerPage({ searchParams }: PageProps<'/answers/new'>) {
  const screen = await openScreen('/answers/new', await searchParams, []);
  return (
    <Screen
      {...screen.frame}
      title="Judge a conversation"
      above={<Go href={linkTo(screen.here, '/answers')}>Answers</Go>}
    >
      <div className={classes.page}>
        <Sentence>
          Paste a conversation with its tool calls, or choose its file: any format that Capwatch reads. It is judged on
          this machine and stored only when you say so.
        </Sentence>
        <JudgeForm />
      </div>
    </Screen>
  );
}
