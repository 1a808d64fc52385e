import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { GameCreateBody } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import { useForm } from '../../ui/use-form';
import { gamesQuery, useCreateGame } from './game-edit.queries';
import { useCopyGame } from './game-tools.queries';

const hour = 3_600_000;
const fieldOf = { 'game.endBeforeStart': 'end' } as const;

type Values = { from: number | null; title: string; start: number | null; end: number | null };

/** One day, starting at a full hour a week from now. */
function firstValues(from: number | undefined): Values {
  const start = (Math.floor(Date.now() / hour) + 1) * hour + 7 * 24 * hour;
  return { from: from ?? null, title: '', start, end: start + 24 * hour };
}

type NewGameDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The game to copy. */
  from?: number | undefined;
};

export function NewGameDialog({ opened, onClose, from }: NewGameDialogProps) {
  const t = useText('game-edit');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('game-edit.new.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <NewGameForm from={from} onClose={onClose} />
    </Modal>
  );
}

function NewGameForm({ from, onClose }: Pick<NewGameDialogProps, 'from' | 'onClose'>) {
  const t = useText('game-edit', 'game-tools');
  const games = useQuery(gamesQuery()).data ?? [];
  const copy = useCopyGame();
  const navigate = useNavigate();
  const create = useCreateGame();
  const [base] = useState(() => firstValues(from));
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
    save: async ({ hidden, ...body }, { from: copied }) => {
      const id =
        copied === null
          ? (await create.mutateAsync({ ...body, hidden })).id
          : await copy.mutateAsync({ id: copied, body });
      onClose();
      await navigate({ to: '/admin/games/$id/info', params: { id } });
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
        {games.length > 0 && (
          <Select
            label={t('game-tools.from')}
            placeholder={t('game-tools.fromEmpty')}
            description={form.values.from === null ? undefined : t('game-tools.fromHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            clearable
            searchable
            value={form.values.from === null ? null : String(form.values.from)}
            onChange={(from) => form.set('from', from === null ? null : Number(from))}
            data={games.map(({ id, title }) => ({ value: String(id), label: `${title} #${id}` }))}
          />
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
