import { Button, Input, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { hashSaltQuery } from './game-edit.queries';

export function KeySection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className="grid gap-16">
        <TextInput
          label={t('game-edit.info.publicKey')}
          description={t('game-edit.info.publicKeyHelp')}
          classNames={{ input: 'mono' }}
          value={game.publicKey}
          readOnly
          rightSection={<CopyButton value={game.publicKey} label={t('game-edit.info.publicKeyCopy')} />}
        />
        <HashSalt gameId={game.id} />
      </div>
    </Panel>
  );
}

/** Fetched when it is asked for: the page may be open on a projector. */
function HashSalt({ gameId }: { gameId: number }) {
  const t = useText('game-edit');
  const [shown, setShown] = useState(false);
  const salt = useQuery({ ...hashSaltQuery(gameId), enabled: shown });
  const about = { label: t('game-edit.info.hashSalt'), description: t('game-edit.info.hashSaltHelp') };
  if (shown && salt.data !== undefined) {
    return (
      <TextInput
        {...about}
        classNames={{ input: 'mono' }}
        value={salt.data}
        readOnly
        rightSection={<CopyButton value={salt.data} label={t('game-edit.info.hashSaltCopy')} />}
      />
    );
  }
  return (
    <>
      <Input.Wrapper {...about} labelElement="div">
        <Button
          display="block"
          mt={4}
          variant="default"
          leftSection={<IconEye />}
          loading={salt.isFetching}
          onClick={() => (shown ? void salt.refetch() : setShown(true))}
        >
          {t('game-edit.info.hashSaltShow')}
        </Button>
      </Input.Wrapper>
      <QueryState query={salt} />
    </>
  );
}
