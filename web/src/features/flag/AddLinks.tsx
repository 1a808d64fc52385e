import { Button, Textarea } from '@mantine/core';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { LeaveGuard } from '../../ui/LeaveGuard';
import classes from './Flags.module.css';
import { useAddFlags } from './flag.queries';
import { isHarmless, readLinkLines } from './flag-lines';
import { LineReport } from './LineReport';

/** One `flag link` per line. */
export function AddLinks({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  const add = useAddFlags(gameId, challenge.id);
  const [text, setText] = useState('');
  const lines = readLinkLines(
    text,
    challenge.flags.map(({ flag }) => flag),
  );
  const good = lines.filter(({ problem }) => !problem);
  const blocked = lines.some(({ problem }) => problem && !isHarmless(problem));
  const submit = () =>
    add.mutate(
      good.map(({ flag, link }) => ({ flag, attachmentType: 'Remote', remoteUrl: link })),
      {
        onSuccess: () => {
          setText('');
        },
      },
    );
  return (
    <div>
      <Textarea
        label={t('flag.links.label')}
        description={t('flag.links.help')}
        classNames={{ input: classes.input }}
        placeholder="flag{one} https://example.org/one.zip"
        maxRows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {lines.length > 0 && <LineReport lines={lines} />}
      <FailureAlert mt="md" error={add.error} />
      {lines.length > 0 && (
        <div className="flex end gap-8 above-12">
          <Button onClick={submit} loading={add.isPending} disabled={blocked || good.length === 0}>
            {t('flag.lines.submit', { count: good.length })}
          </Button>
        </div>
      )}
      <LeaveGuard active={text.trim() !== ''} />
    </div>
  );
}
