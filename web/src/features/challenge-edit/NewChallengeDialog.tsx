import { Alert, Button, Group, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChallengeCreateBody } from '@vexil/contract/challenge';
import {
  type ChallengeCategory,
  type ChallengeType,
  challengeCategories,
  challengeTypes,
} from '@vexil/db/enums/challenge';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { useSchemaForm } from '../../ui/schema-form';
import { useCreateChallenge } from './challenge-edit.queries';

type NewChallengeDialogProps = { gameId: number; opened: boolean; onClose: () => void };
type Values = { title: string; category: ChallengeCategory; type: ChallengeType };

export function NewChallengeDialog({ gameId, opened, onClose }: NewChallengeDialogProps) {
  const t = useText('challenge-edit');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('challenge-edit.new.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <NewChallengeForm gameId={gameId} onClose={onClose} />
    </Modal>
  );
}

function NewChallengeForm({ gameId, onClose }: { gameId: number; onClose: () => void }) {
  const t = useText('challenge-edit');
  const navigate = useNavigate();
  const create = useCreateChallenge(gameId);
  const form = useSchemaForm<Values>(ChallengeCreateBody, {
    initialValues: { title: '', category: 'Misc', type: 'StaticAttachment' },
  });
  const { failure, show, clear } = useFormFailure(form);
  const submit = form.onSubmit(async (values) => {
    clear();
    try {
      const challenge = await create.mutateAsync(values);
      onClose();
      await navigate({
        to: '/admin/games/$id/challenges/$chalId',
        params: { id: gameId, chalId: challenge.id },
      });
    } catch (error) {
      show(error);
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput label={t('challenge-edit.field.title')} data-autofocus {...form.getInputProps('title')} />
        <Select
          label={t('challenge-edit.field.category')}
          data={challengeCategories.map((category) => ({ value: category, label: t(`ui.category.${category}`) }))}
          searchable
          {...form.getInputProps('category')}
        />
        <Radio.Group
          label={t('challenge-edit.field.type')}
          description={t('challenge-edit.new.typeHelp')}
          {...form.getInputProps('type')}
        >
          <Stack gap="sm" mt="xs">
            {challengeTypes.map((type) => (
              <Radio
                key={type}
                value={type}
                label={t(`challenge-edit.type.${type}`)}
                description={t(`challenge-edit.typeHelp.${type}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('challenge-edit.new.submit')}
        </Button>
      </Group>
    </form>
  );
}
