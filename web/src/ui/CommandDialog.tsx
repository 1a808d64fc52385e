import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../i18n/use-text';
import { readStoredJson, writeStored } from '../store/stored';
import classes from './CommandDialog.module.css';
import { type Command, setCommandQuery, useCommandQuery, useRegisteredCommands } from './commands';
import { Keys } from './Keys';

const [store, palette] = createSpotlight();
const storageKey = 'recentCommands';
const commandsMax = 30;

function recent(): string[] {
  const stored = readStoredJson(storageKey);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

const remember = (id: string) =>
  writeStored(storageKey, JSON.stringify([id, ...recent().filter((other) => other !== id)].slice(0, 8)));

/** A name that begins with what is typed, then one that has it, then one that is found by other words. */
function fitOf({ label }: Command, query: string): number {
  const name = label.toLowerCase();
  if (query === '' || name.startsWith(query)) return 0;
  return name.includes(query) ? 1 : 2;
}

function matching(commands: readonly Command[], query: string): Command[] {
  const typed = query.trim().toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => {
    const text = [command.label, command.detail, ...(command.keywords ?? [])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const last = recent();
  const rank = (command: Command) => (last.indexOf(command.id) + 1 || last.length + 1) as number;
  // Of two with one id, such as a challenge on its own page and in the search of everything, the first stands.
  const unique = [...new Map(found.toReversed().map((command) => [command.id, command])).values()].toReversed();
  return unique.sort((a, b) => fitOf(a, typed) - fitOf(b, typed) || rank(a) - rank(b)).slice(0, commandsMax);
}

export default function CommandDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const commands = useRegisteredCommands();
  const query = useCommandQuery();
  useEffect(() => {
    if (opened) palette.open();
    else palette.close();
  }, [opened]);
  const found = matching(commands, query);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setCommandQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      clearQueryOnClose={false}
      // A dialog in the middle would move while one types, because its height follows what is found.
      centered={false}
      yOffset="min(12dvh, 96px)"
      scrollable
      maxHeight="min(420px, 60dvh)"
      aria-label={t('ui.commands.title')}
    >
      <Spotlight.Search
        placeholder={t('ui.commands.placeholder')}
        aria-label={t('ui.commands.placeholder')}
        leftSection={<IconSearch />}
      />
      <Spotlight.ActionsList>
        {found.map((command) => (
          <Spotlight.Action
            key={command.id}
            className={classes.command}
            label={command.label}
            description={command.detail}
            leftSection={command.icon}
            rightSection={
              command.keys && (
                <span className={classes.keys}>
                  <Keys keys={command.keys} />
                </span>
              )
            }
            onClick={() => {
              remember(command.id);
              command.run();
            }}
          />
        ))}
        {found.length === 0 && (
          <Spotlight.Empty>
            {t('ui.commands.nothing')} {t('ui.commands.elsewhere')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
