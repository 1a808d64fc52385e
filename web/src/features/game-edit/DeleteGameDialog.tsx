import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import { type FormEvent, useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { toastSuccess } from '../../ui/toast';
import { useDeleteGame } from './game-edit.queries';

type DeleteGameDialogProps = { game: GameInfo; opened: boolean; onClose: () => void };

export function DeleteGameDialog({ game, opened, onClose }: DeleteGameDialogProps) {
  const t = useText('game-edit');
  const describe = useDescribeError();
  const navigate = useNavigate();
  const remove = useDeleteGame();
  const [typed, setTyped] = useState('');
  const close = () => {
    if (remove.isPending) return;
    setTyped('');
    remove.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== game.title.trim()) return;
    remove.mutate(game.id, {
      onSuccess: async () => {
        onClose();
        await navigate({ to: '/admin/games', ignoreBlocker: true });
        toastSuccess(t('game-edit.danger.deleted', { title: game.title }));
      },
    });
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('game-edit.danger.deleteTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Text c="dimmed" mb="md">
          {t('game-edit.danger.deleteText')}
        </Text>
        <TextInput
          label={t('game-edit.danger.typeTitle', { title: game.title })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {remove.isError && (
          <Alert color="red" mt="md" role="alert">
            {describe(remove.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close} disabled={remove.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={typed.trim() !== game.title.trim()}>
            {t('game-edit.danger.delete')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
