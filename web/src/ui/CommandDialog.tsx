import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text';
import { type Command, useRegisteredCommands } from './commands';

const [store, palette] = createSpotlight();
const storageKey = 'recentCommands';

function recent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function remember(id: string) {
  try {
    localStorage.setItem(storageKey, JSON.stringify([id, ...recent().filter((other) => other !== id)].slice(0, 8)));
  } catch {
    // Without storage the palette keeps its own order.
  }
}

function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => {
    const text = [command.label, command.detail, ...(command.keywords ?? [])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const last = recent();
  const rank = (command: Command) => (last.indexOf(command.id) + 1 || last.length + 1) as number;
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, 30);
}

export default function CommandDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const commands = useRegisteredCommands();
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (opened) palette.open();
    else palette.close();
  }, [opened]);
  const found = matching(commands, query);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      clearQueryOnClose
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder={t('ui.commands.placeholder')}
        aria-label={t('ui.commands.placeholder')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {found.map((command) => (
          <Spotlight.Action
            key={command.id}
            label={command.label}
            description={command.detail}
            leftSection={command.icon}
            onClick={() => {
              remember(command.id);
              command.run();
            }}
          />
        ))}
        {found.length === 0 && <Spotlight.Empty>{t('ui.commands.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
