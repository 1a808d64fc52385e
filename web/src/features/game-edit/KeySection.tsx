import { TextInput } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Panel } from '../../ui/Panel';

export function KeySection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title}>
      <TextInput
        label={t('game-edit.info.publicKey')}
        description={t('game-edit.info.publicKeyHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'mono' }}
        value={game.publicKey}
        readOnly
        rightSection={<CopyButton value={game.publicKey} label={t('game-edit.info.publicKeyCopy')} />}
      />
    </Panel>
  );
}
