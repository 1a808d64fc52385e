import { Radio, Select, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChallengeCreateBody } from '@vexil/contract/challenge';
import { type ChallengeType, challengeTypes } from '@vexil/db/enums/challenge';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import { categoryChange, categoryData } from './categories';
import { gameQuery, useCreateChallenge } from './challenge-edit.queries';

type NewChallengeDialogProps = { gameId: number; opened: boolean; onClose: () => void };
type Values = { title: string; category: string; type: ChallengeType };

export function NewChallengeDialog({ gameId, opened, onClose }: NewChallengeDialogProps) {
  const t = useText('challenge-edit');
  return (
    <FormModal opened={opened} onClose={onClose} title={t('challenge-edit.new.title')}>
      <NewChallengeForm gameId={gameId} onClose={onClose} />
    </FormModal>
  );
}

function NewChallengeForm({ gameId, onClose }: { gameId: number; onClose: () => void }) {
  const t = useText('challenge-edit');
  const navigate = useNavigate();
  const create = useCreateChallenge(gameId);
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const form = useForm({
    base: { title: '', category: 'Misc', type: 'StaticAttachment' } as Values,
    whole: true,
    schema: ChallengeCreateBody,
    bodyOf: (_, { category, ...body }) => ({ ...body, ...categoryChange(category) }),
    save: async (body) => {
      const { id } = await create.mutateAsync(body);
      onClose();
      await navigate({ to: '/admin/games/$id/challenges/$chalId', params: { id: gameId, chalId: id } });
    },
  });
  return (
    <DialogForm form={form} submitLabel={t('challenge-edit.new.submit')}>
      <TextInput label={t('challenge-edit.field.title')} data-autofocus {...form.text('title')} />
      <Select
        label={t('challenge-edit.field.category')}
        data={categoryData(t, game)}
        searchable
        value={form.values.category}
        onChange={(category) => category && form.set('category', category)}
        error={form.errors.category}
      />
      <Radio.Group
        label={t('challenge-edit.field.type')}
        description={t('challenge-edit.new.typeHelp')}
        descriptionProps={{ mt: 'sm' }}
        value={form.values.type}
        onChange={(type) => form.set('type', type as ChallengeType)}
        error={form.errors.type}
      >
        <div className="column gap-12 above-8">
          {challengeTypes.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`challenge-edit.type.${type}`)}
              description={t(`challenge-edit.typeHelp.${type}`)}
            />
          ))}
        </div>
      </Radio.Group>
    </DialogForm>
  );
}
