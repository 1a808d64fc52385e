import { Button, Modal, Radio } from '@mantine/core';
import { type DiffLine, diffLines } from '@vexil/code/line-diff';
import { useState } from 'react';
import type { LastSave } from '../api/api-error';
import { useLanguage, useText } from '../i18n/use-text';
import classes from './ConflictDialog.module.css';
import { formatTime } from './format-time';
import { useCover } from './unsaved';

export type Side = 'mine' | 'theirs';

type KeptField = { name: string; label: string; before: unknown; theirs: unknown };

type ConflictField = { name: string; label: string; mine: unknown; theirs: unknown };

export type ConflictDialogProps = {
  opened: boolean;
  /** The fields that both have changed. */
  fields: ConflictField[];
  /** What else the other one has changed, which is kept. */
  others: KeptField[];
  lastSave: LastSave | undefined;
  onCancel: () => void;
  onResolve: (sides: Record<string, Side>) => void;
};

/** Shows field by field what two editors wrote, and asks which is kept. */
export function ConflictDialog({ opened, onCancel, ...choice }: ConflictDialogProps) {
  const t = useText('conflict');
  useCover(opened);
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      size="xl"
      title={t('conflict.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {opened && <Choice onCancel={onCancel} {...choice} />}
    </Modal>
  );
}

function Choice({ fields, others, lastSave, onCancel, onResolve }: Omit<ConflictDialogProps, 'opened'>) {
  const t = useText('conflict');
  const [sides, setSides] = useState<Record<string, Side>>({});
  const all = (side: Side) => setSides(Object.fromEntries(fields.map(({ name }) => [name, side])));
  return (
    <>
      {lastSave && <LastSaveLine {...lastSave} />}
      <p className={classes.lead}>{t('conflict.lead', { count: fields.length })}</p>
      {fields.length > 1 && (
        <div className="row wrap gap-8 below-12">
          <Button size="xs" variant="default" onClick={() => all('mine')}>
            {t('conflict.allMine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => all('theirs')}>
            {t('conflict.allTheirs')}
          </Button>
        </div>
      )}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          side={sides[field.name]}
          onChoose={(side) => setSides((current) => ({ ...current, [field.name]: side }))}
        />
      ))}
      {others.length > 0 && (
        <section className={classes.field} aria-label={t('conflict.others')}>
          <p className={classes.label}>{t('conflict.others')}</p>
          <dl className={classes.others}>
            {others.map((field) => (
              <Kept key={field.name} field={field} />
            ))}
          </dl>
        </section>
      )}
      <div className="row wrap end gap-8 above-20">
        <Button variant="default" onClick={onCancel}>
          {t('conflict.back')}
        </Button>
        <Button disabled={fields.some(({ name }) => !sides[name])} onClick={() => onResolve(sides)}>
          {t('conflict.save')}
        </Button>
      </div>
    </>
  );
}

type FieldProps = { field: ConflictField; side: Side | undefined; onChoose: (side: Side) => void };

function useTextOf() {
  const t = useText('conflict');
  return (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off');
    if (Array.isArray(value)) return value.join('\n');
    return value === null || value === undefined ? '' : String(value);
  };
}

function LastSaveLine({ userName, time }: LastSave) {
  const t = useText('conflict');
  const at = formatTime(time, 'moment', useLanguage());
  return (
    <p className={classes.lead}>
      {userName === null ? t('conflict.at', { time: at }) : t('conflict.by', { name: userName, time: at })}
    </p>
  );
}

function Kept({ field: { label, before, theirs } }: { field: KeptField }) {
  const textOf = useTextOf();
  const [, lines] = diffLines(textOf(before), textOf(theirs));
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <MarkedLines label={label} lines={lines} />
      </dd>
    </>
  );
}

function Field({ field, side, onChoose }: FieldProps) {
  const t = useText('conflict');
  const textOf = useTextOf();
  const [mine, theirs] = diffLines(textOf(field.mine), textOf(field.theirs));
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{field.label}</legend>
      <Radio.Group
        label={t('conflict.choose', { field: field.label })}
        labelProps={{ className: 'visually-hidden' }}
        value={side ?? null}
        onChange={(value) => onChoose(value as Side)}
      >
        <div className={classes.sides}>
          <Version side="mine" lines={mine} isChosen={side === 'mine'} />
          <Version side="theirs" lines={theirs} isChosen={side === 'theirs'} />
        </div>
      </Radio.Group>
    </fieldset>
  );
}

function Version({ side, lines, isChosen }: { side: Side; lines: DiffLine[]; isChosen: boolean }) {
  const t = useText('conflict');
  return (
    <div className={classes.side} data-chosen={isChosen || undefined}>
      <Radio value={side} label={t(side === 'mine' ? 'conflict.keepMine' : 'conflict.keepTheirs')} />
      <MarkedLines label={t(`conflict.${side}`)} lines={lines} />
    </div>
  );
}

/** Marks the lines that the other version lacks. */
export function MarkedLines({ label, lines }: { label: string; lines: DiffLine[] }) {
  const t = useText('conflict');
  const isEmpty = lines.every(({ text }) => text === '');
  const isText = lines.length > 1;
  return (
    <section className={classes.value} aria-label={label} tabIndex={isText ? 0 : undefined}>
      {isEmpty && <span className="dimmed">{t('conflict.empty')}</span>}
      {!isEmpty &&
        lines.map(({ text, isOwn }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and are not reordered
          <div key={at} className={classes.line} data-own={(isText && isOwn) || undefined}>
            {isText && isOwn && <span className="visually-hidden">{t('conflict.onlyHere')} </span>}
            {text || '\u00a0'}
          </div>
        ))}
    </section>
  );
}
