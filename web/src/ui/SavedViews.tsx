import { ActionIcon, Button, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/use-text';
import classes from './SavedViews.module.css';

type Search = Record<string, unknown>;
type View = { name: string; search: Search };

const viewsMax = 20;
const nameLengthMax = 60;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as View).name === 'string' &&
  typeof (value as View).search === 'object';

/** Of what a browser has stored, which may be from another version, or damaged. */
function readViews(stored: string | undefined): View[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(read) ? read.filter(isView) : [];
  } catch {
    return [];
  }
}

type SavedViewsProps = {
  /** Which list, and of which game: views of one are not those of another. */
  place: string;
  /** The filters as they are now. */
  search: Search;
  isFiltered: boolean;
  /** Takes these filters and no other. */
  onApply: (search: Search) => void;
};

/** Filters kept under a name, in this browser. */
export function SavedViews({ place, search, isFiltered, onApply }: SavedViewsProps) {
  const t = useText();
  const [views, setViews] = useLocalStorage<View[]>({
    key: `views:${place}`,
    defaultValue: [],
    deserialize: readViews,
  });
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === '') return;
    setViews([{ name: given, search }, ...views.filter((view) => view.name !== given)].slice(0, viewsMax));
    setName('');
  };
  const apply = (view: View) => {
    onApply(view.search);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark />}
          rightSection={views.length > 0 && <span className="dimmed regular figures">{views.length}</span>}
          onClick={() => setOpened(!opened)}
        >
          {t('ui.views.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('ui.views.title')}>
        {views.length > 0 && (
          <ul className={classes.list}>
            {views.map((view) => (
              <li key={view.name} className="row gap-4">
                <UnstyledButton className={classes.apply} onClick={() => apply(view)}>
                  {view.name}
                </UnstyledButton>
                <ActionIcon
                  aria-label={t('ui.views.delete', { name: view.name })}
                  onClick={() => setViews(views.filter((each) => each !== view))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {isFiltered ? (
          <form className={classes.form} onSubmit={save}>
            <TextInput
              label={t('ui.views.name')}
              description={t('ui.views.hint')}
              maxLength={nameLengthMax}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={name.trim() === ''}>
              {t('ui.views.save')}
            </Button>
          </form>
        ) : (
          <p className={classes.hint}>{t('ui.views.empty')}</p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
