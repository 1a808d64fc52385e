import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type ChallengeEdit, tagsMax } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { Fold } from '../../ui/Fold';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import { categoryData, categoryOf } from './categories';
import type { ChallengeForm } from './challenge-form';

type DescriptionSectionProps = {
  form: ChallengeForm;
  game: GameInfo;
  challenge: ChallengeEdit;
  id: string;
  title: string;
  actions: ReactNode;
  /** Beside what few challenges have. */
  children: ReactNode;
};

/** So many are in view at 1440 × 900, and nothing below moves while one types. */
const lines = 18;

/** What few challenges have; its values stand beside the closed head. */
const about = ['connection', 'author', 'tags', 'topics'] as const;

const listed = { maxTags: tagsMax, splitChars: [',', ';'] };

export function DescriptionSection(props: DescriptionSectionProps) {
  const { form, game, challenge, id, title, actions, children } = props;
  const t = useText('challenge-edit');
  return (
    <Panel id={id} title={title} actions={actions} dense>
      <div className={classes.stack}>
        <div className={classes.facts}>
          <TextInput {...form.text('title')} />
          <Select
            {...form.field('category')}
            onChange={(category) => category && form.set('category', category)}
            data={categoryData(t, game)}
            leftSection={<CategoryIcon of={categoryOf(game, form.values.category)} />}
            searchable
          />
          <details className={classes.type}>
            <summary>
              {t('challenge-edit.field.type')} <strong>{t(`challenge-edit.type.${challenge.type}`)}</strong>
            </summary>
            {t(`challenge-edit.typeHelp.${challenge.type}`)} {t('challenge-edit.typeFixed')}
          </details>
        </div>
        <MarkdownField
          {...form.field('content')}
          help={t('challenge-edit.help.content')}
          minRows={lines}
          maxRows={lines}
        />
        <div className={classes.folds}>
          <Fold
            title={about.map((name) => form.field(name).label).join(' · ')}
            note={about
              .flatMap((name) => form.values[name])
              .filter(Boolean)
              .join(' · ')}
            wanted={about.some((name) => form.errors[name] !== undefined)}
          >
            <div className={classes.stack}>
              <Textarea
                {...form.text('connection')}
                description={t('challenge-edit.help.connection')}
                minRows={1}
                maxRows={6}
                placeholder="nc {host} {port}"
                classNames={{ input: 'mono' }}
              />
              <div className={classes.pair}>
                <TextInput {...form.text('author')} />
                <TagsInput {...form.field('tags')} description={t('challenge-edit.help.tags')} {...listed} />
                <TagsInput {...form.field('topics')} description={t('challenge-edit.help.topics')} {...listed} />
              </div>
            </div>
          </Fold>
          {children}
        </div>
      </div>
    </Panel>
  );
}
