import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { categoryNameLengthMax, customCategoriesMax } from '@vexil/contract/category.limits';
import { type ChallengeCategory, challengeCategories } from '@vexil/db/enums/challenge';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { Panel } from '../../ui/Panel';
import classes from './InfoPage.module.css';
import type { CategoryDraft, InfoForm } from './info-form';

const members = ['category', 'icon', 'colour'] as const;

export function CategoriesSection({ form, id, title }: { form: InfoForm; id: string; title: string }) {
  const t = useText('game-edit');
  const { value: list, error } = form.field('customCategories');
  const set = (next: CategoryDraft[]) => form.set('customCategories', next);
  const data = challengeCategories.map((category) => ({ value: category, label: t(`ui.category.${category}`) }));
  return (
    <Panel id={id} title={title} dense>
      <Input.Wrapper error={error} labelElement="div" className={classes.stack}>
        <p className={classes.words}>{t('game-edit.category.help')}</p>
        {list.map((one, index) => {
          const put = (change: Partial<CategoryDraft>) => set(list.with(index, { ...one, ...change }));
          const number = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their fields have no state
            <div key={index} className={classes.ownCategory}>
              <TextInput
                label={t('game-edit.category.name', { number })}
                leftSection={<CategoryIcon of={{ ...one, customCategory: one }} />}
                value={one.name}
                onChange={({ currentTarget }) => put({ name: currentTarget.value })}
                maxLength={categoryNameLengthMax}
              />
              {members.map((member) => (
                <Select
                  key={member}
                  label={t(`game-edit.category.${member}`, { number })}
                  leftSection={<CategoryIcon of={lookOf(one, member)} size={16} />}
                  data={data}
                  value={one[member]}
                  onChange={(value) => value && put({ [member]: value as ChallengeCategory })}
                />
              ))}
              <ActionIcon
                data-hint={t('game-edit.category.remove', { number })}
                aria-label={t('game-edit.category.remove', { number })}
                onClick={() => set(list.toSpliced(index, 1))}
              >
                <IconTrash />
              </ActionIcon>
            </div>
          );
        })}
        <Button
          className={classes.add}
          variant="default"
          leftSection={<IconPlus />}
          disabled={list.length >= customCategoriesMax}
          onClick={() => set([...list, { name: '', category: 'Misc', icon: 'Misc', colour: 'Misc' }])}
        >
          {t('game-edit.category.add')}
        </Button>
      </Input.Wrapper>
    </Panel>
  );
}

/** What each select chooses: the icon without the colour, and the other way round. */
const lookOf = ({ category, icon, colour }: CategoryDraft, member: (typeof members)[number]) =>
  member === 'category' ? { category } : { category: member === 'icon' ? icon : colour };
