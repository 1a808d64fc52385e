import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { capturePatternLengthMax } from '@vexil/contract/capture.limits';
import { type CaptureSearchKind, captureSearchKinds } from '@vexil/db/enums/capture';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { useForm } from '../../ui/use-form';
import classes from './Finder.module.css';
import { type NewSearch, useCreateSearch } from './search.queries';

/** Files that can be searched, and what they are called. */
export type Scope = { name: string; label: string; challengeId?: number; participationId?: number };

type FinderFormProps = { gameId: number; scopes: Scope[]; onCreated: (searchId: string) => void };
type Values = { kind: CaptureSearchKind; pattern: string; ignoreCase: boolean; scope: string };

const base: Values = { kind: 'text', pattern: '', ignoreCase: false, scope: 'game' };

export function FinderForm({ gameId, scopes, onCreated }: FinderFormProps) {
  const t = useText('capture');
  const create = useCreateSearch(gameId);
  const scopeOf = (name: string) => scopes.find((scope) => scope.name === name);
  const form = useForm<Values, NewSearch>({
    base,
    whole: true,
    bodyOf: (_fields, { kind, pattern, ignoreCase, scope }) => {
      const { challengeId, participationId } = scopeOf(scope) ?? {};
      return { kind, pattern: kind === 'flag' ? null : pattern, ignoreCase, challengeId, participationId };
    },
    check: ({ kind, pattern }) => ({
      pattern: kind !== 'flag' && pattern.trim() === '' ? t('capture.find.required') : null,
    }),
    fieldOf: { 'capture.patternInvalid': 'pattern' },
    save: async (body) => onCreated((await create.mutateAsync(body)).id),
  });
  const { kind, scope } = form.values;
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate>
      <SegmentedControl
        size="sm"
        aria-label={t('capture.find.kind')}
        data={captureSearchKinds.map((value) => ({ value, label: t(`capture.find.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => form.set('kind', value as CaptureSearchKind)}
      />
      {kind === 'flag' ? (
        <p className={classes.hint}>{t('capture.find.flagHint')}</p>
      ) : (
        <>
          <TextInput
            {...form.text('pattern')}
            className={classes.patternField}
            {...codeField}
            aria-label={t(`capture.find.kinds.${kind}`)}
            placeholder={t(`capture.find.kinds.${kind}`)}
            maxLength={capturePatternLengthMax}
          />
          <Checkbox {...form.toggle('ignoreCase')} className={classes.box} label={t('capture.find.ignoreCase')} />
        </>
      )}
      <Select
        {...form.field('scope')}
        className={classes.scope}
        aria-label={t('capture.find.scope')}
        data={scopes.map(({ name, label }) => ({ value: name, label }))}
        value={scopeOf(scope) ? scope : 'game'}
        onChange={(value) => form.set('scope', value ?? 'game')}
      />
      <Button type="submit" loading={form.saving} leftSection={<IconSearch />}>
        {t('capture.find.submit')}
      </Button>
      {form.failure && (
        <p className={classes.refused} role="alert">
          {form.failure}
        </p>
      )}
    </form>
  );
}
