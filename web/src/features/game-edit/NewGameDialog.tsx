import { Radio, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { GameCreateBody, type GameInfo } from '@vexil/contract/game';
import {
  gameOfTemplate,
  gameTemplates,
  type TemplateDivision,
  type TemplateName,
} from '@vexil/rules/game-template.rules';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { MomentField } from '../../ui/MomentField';
import { randomCode } from '../../ui/random-code';
import { useForm } from '../../ui/use-form';
import { gamesQuery, useCreateGame } from './game-edit.queries';
import { useCopyGame } from './game-tools.queries';
import { ImportEvent } from './ImportEvent';
import { ImportPackage, useImport } from './ImportPackage';
import classes from './NewGame.module.css';
import { TemplateChoice } from './TemplateChoice';

const hour = 3_600_000;
const day = 24 * hour;
// A template freezes the scoreboard some time before the end.
const fieldOf = { 'game.endBeforeStart': 'end', 'game.freezeOutside': 'end' } as const;

const beginnings = ['empty', 'template', 'copy', 'package', 'event'] as const;
export type Beginning = (typeof beginnings)[number];

type Values = {
  from: number | null;
  /** Until one is typed, it follows from the game that is copied. */
  title: string | undefined;
  start: number | null;
  /** Until one is chosen, it follows from the start and the usual length, or that of the game that is copied. */
  end: number | null | undefined;
};

/** Starts at a full hour a week from now. */
function firstValues(from: number | undefined): Values {
  const start = (Math.floor(Date.now() / hour) + 1) * hour + 7 * day;
  return { from: from ?? null, title: undefined, start, end: undefined };
}

type NewGameDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Until another way is chosen. */
  begin?: Beginning | undefined;
  /** The game to copy. */
  from?: number | undefined;
};

export function NewGameDialog({ opened, onClose, begin, from }: NewGameDialogProps) {
  const t = useText('game-edit');
  const upload = useImport();
  const close = () => {
    upload.reset();
    onClose();
  };
  return (
    <FormModal opened={opened} saving={upload.isPending} onClose={close} size="xl" title={t('game-edit.new.title')}>
      <NewGame begin={begin} from={from} upload={upload} onClose={onClose} />
    </FormModal>
  );
}

type NewGameProps = Omit<NewGameDialogProps, 'opened'> & { upload: ReturnType<typeof useImport> };

function NewGame({ begin = 'empty', from, upload, onClose }: NewGameProps) {
  const t = useText('game-tools');
  const games = useQuery(gamesQuery()).data ?? [];
  const [way, setWay] = useState(begin);
  const [template, setTemplate] = useState<TemplateName>('weekend');
  const divisionNames = {
    students: t('game-tools.template.students.students'),
    open: t('game-tools.template.students.open'),
  };
  // Kept here, so that what was typed is still there when another way is passed over by arrow keys.
  const form = useNewGameForm({ way, template, divisionNames, from, games, onClose });
  return (
    <div className="column gap-16">
      {upload.data === undefined && (
        <Radio.Group label={t('game-tools.from')} value={way} onChange={(chosen) => setWay(chosen as Beginning)}>
          <div className={classes.ways}>
            {beginnings
              .filter((each) => each !== 'copy' || games.length > 0)
              .map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`game-tools.begin.${each}`)}
                  disabled={upload.isPending && each !== way}
                />
              ))}
          </div>
        </Radio.Group>
      )}
      {way === 'package' ? (
        <ImportPackage {...upload} />
      ) : way === 'event' ? (
        <ImportEvent />
      ) : (
        <NewGameFields way={way} form={form} games={games}>
          {way === 'template' && (
            <TemplateChoice value={template} onChange={setTemplate} divisionNames={divisionNames} />
          )}
        </NewGameFields>
      )}
    </div>
  );
}

type NewGameFormOptions = {
  way: Beginning;
  template: TemplateName;
  divisionNames: Record<TemplateDivision, string>;
  from: number | undefined;
  games: readonly GameInfo[];
  onClose: () => void;
};

function useNewGameForm({ way, template, divisionNames, from, games, onClose }: NewGameFormOptions) {
  const t = useText('game-edit', 'game-tools');
  const copy = useCopyGame();
  const create = useCreateGame();
  const navigate = useNavigate();
  const [base] = useState(() => firstValues(from));
  const originalOf = ({ from: copied }: Values) => (way === 'copy' ? games.find(({ id }) => id === copied) : undefined);
  const titleOf = (values: Values) => {
    const original = originalOf(values)?.title;
    return values.title ?? (original === undefined ? '' : t('game-tools.copyTitle', { title: original }));
  };
  const endOf = (values: Values) => {
    const { start, end } = values;
    if (end !== undefined || start === null) return end ?? null;
    const original = originalOf(values);
    if (original) return start + original.end - original.start;
    return start + (way === 'template' ? gameTemplates[template].lengthMs : day);
  };
  const endProblem = (values: Values) => {
    const { start } = values;
    const end = endOf(values);
    if (end === null) return t('ui.invalid.required');
    return start !== null && end <= start ? t('game-edit.info.endBeforeStart') : null;
  };
  const form = useForm({
    base,
    whole: true,
    bodyOf: (_, values: Values) => {
      const title = titleOf(values).trim();
      const start = values.start ?? 0;
      const end = endOf(values) ?? 0;
      if (way === 'template') {
        return gameOfTemplate(gameTemplates[template], { title, start, end, divisionNames, makeCode: randomCode });
      }
      // A new game has no rules and no challenges yet.
      return { title, start, end, hidden: true };
    },
    schema: GameCreateBody,
    check: (values) => ({
      from: way === 'copy' && values.from === null ? t('ui.invalid.required') : null,
      start: values.start === null ? t('ui.invalid.required') : null,
      end: endProblem(values),
    }),
    fieldOf,
    save: async (body, { from: copied }) => {
      const { title, start, end } = body;
      const id =
        way === 'copy' && copied !== null
          ? await copy.mutateAsync({ id: copied, body: { title, start, end } })
          : (await create.mutateAsync(body)).id;
      onClose();
      await navigate({ to: '/admin/games/$id/info', params: { id } });
    },
  });
  return { ...form, title: titleOf(form.values), end: endOf(form.values) };
}

type NewGameFieldsProps = {
  way: Exclude<Beginning, 'package'>;
  form: ReturnType<typeof useNewGameForm>;
  games: readonly GameInfo[];
  /** Stands above the fields. */
  children: ReactNode;
};

function NewGameFields({ way, form, games, children }: NewGameFieldsProps) {
  const t = useText('game-edit', 'game-tools');
  return (
    <DialogForm form={form} submitLabel={t('game-edit.new.submit')}>
      {children}
      {way === 'copy' && (
        <Select
          label={t('game-edit.games.game')}
          description={t('game-tools.fromHelp')}
          searchable
          value={form.values.from === null ? null : String(form.values.from)}
          onChange={(from) => form.set('from', from === null ? null : Number(from))}
          error={form.errors.from}
          data={games.map(({ id, title }) => ({ value: String(id), label: `${title} #${id}` }))}
        />
      )}
      <TextInput label={t('game-edit.info.titleField')} data-autofocus {...form.text('title')} value={form.title} />
      <div className={classes.pair}>
        <MomentField label={t('game-edit.info.start')} {...form.field('start')} />
        <MomentField label={t('game-edit.info.end')} {...form.field('end')} value={form.end} />
      </div>
    </DialogForm>
  );
}
