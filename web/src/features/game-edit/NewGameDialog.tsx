import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { GameCreateBody } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import { useForm } from '../../ui/use-form';
import { useCreateGame } from './game-edit.queries';

const hour = 3_600_000;
const fieldOf = { 'game.endBeforeStart': 'end' } as const;

type Values = { title: string; start: number | null; end: number | null };

/** One day, starting at a full hour a week from now. */
function firstValues(): Values {
  const start = (Math.floor(Date.now() / hour) + 1) * hour + 7 * 24 * hour;
  return { title: '', start, end: start + 24 * hour };
}

export function NewGameDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('game-edit');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('game-edit.new.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <NewGameForm onClose={onClose} />
    </Modal>
  );
}

function NewGameForm({ onClose }: { onClose: () => void }) {
  const t = useText('game-edit');
  const navigate = useNavigate();
  const create = useCreateGame();
  const [base] = useState(firstValues);
  const form = useForm({
    base,
    whole: true,
    // A new game has no rules and no challenges yet.
    bodyOf: (_, { title, start, end }) => ({ title: title.trim(), start: start ?? 0, end: end ?? 0, hidden: true }),
    schema: GameCreateBody,
    check: ({ start, end }) => ({
      start: start === null ? t('ui.invalid.required') : null,
      end:
        end === null
          ? t('ui.invalid.required')
          : start !== null && end <= start
            ? t('game-edit.info.endBeforeStart')
            : null,
    }),
    fieldOf,
    save: async (body) => {
      const game = await create.mutateAsync(body);
      onClose();
      await navigate({ to: '/admin/games/$id/info', params: { id: game.id } });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        {form.failure && (
          <Alert color="red" role="alert">
            {form.failure}
          </Alert>
        )}
        <TextInput label={t('game-edit.info.titleField')} data-autofocus {...form.text('title')} />
        <MomentField label={t('game-edit.info.start')} {...form.field('start')} />
        <MomentField label={t('game-edit.info.end')} {...form.field('end')} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={form.saving}>
          {t('game-edit.new.submit')}
        </Button>
      </Group>
    </form>
  );
}
