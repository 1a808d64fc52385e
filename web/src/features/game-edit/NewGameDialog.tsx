import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { GameCreateBody } from '@vexil/contract/game';
import { useCallback, useState } from 'react';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import { useSchemaForm } from '../../ui/schema-form';
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
  const [initialValues] = useState(firstValues);
  const check = useCallback(
    ({ start, end }: Values) => ({
      end: start !== null && end !== null && end <= start ? t('game-edit.info.endBeforeStart') : null,
    }),
    [t],
  );
  const form = useSchemaForm<Values>(GameCreateBody, { initialValues, check });
  const { failure, show, clear } = useFormFailure(form, fieldOf);
  const submit = form.onSubmit(async (values) => {
    clear();
    try {
      const game = await create.mutateAsync({
        title: values.title.trim(),
        start: values.start ?? 0,
        end: values.end ?? 0,
        // A new game has no rules and no challenges yet.
        hidden: true,
      });
      onClose();
      await navigate({ to: '/admin/games/$id/info', params: { id: game.id } });
    } catch (error) {
      show(error);
    }
  });
  const moment = (name: 'start' | 'end') => ({
    value: form.values[name],
    onChange: (at: number | null) => form.setFieldValue(name, at),
    error: form.errors[name],
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput label={t('game-edit.info.titleField')} data-autofocus {...form.getInputProps('title')} />
        <MomentField label={t('game-edit.info.start')} {...moment('start')} />
        <MomentField label={t('game-edit.info.end')} {...moment('end')} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('game-edit.new.submit')}
        </Button>
      </Group>
    </form>
  );
}
