import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import classes from './StatusMenu.module.css';

type StatusMenuProps = {
  label: string;
  icon: ReactNode;
  /** How many, or that all is well. */
  count: ReactNode;
  /** The most important line; only where there is room. */
  first?: ReactNode;
  /** The whole list; without it nothing opens. */
  children?: ReactNode;
};

/** The state of something in one line of a page's head; opens the list behind it. A link in the list closes it. */
export function StatusMenu({ label, icon, count, first, children }: StatusMenuProps) {
  const here = useRouterState({ select: ({ location }) => location.href });
  const [openedAt, setOpenedAt] = useState<string>();
  const opened = openedAt === here;
  const toggle = (open: boolean) => setOpenedAt(open ? here : undefined);
  return (
    <section className={classes.status} aria-label={label}>
      <Popover
        opened={opened}
        onChange={toggle}
        position="bottom-end"
        shadow="md"
        width="min(640px, calc(100vw - 32px))"
        withinPortal={false}
        classNames={{ dropdown: classes.dropdown }}
      >
        <Popover.Target>
          <UnstyledButton className={classes.summary} onClick={() => toggle(!opened)} disabled={!children}>
            {icon}
            <strong>{label}</strong>
            <span className={`${classes.count} figures`}>{count}</span>
            {first && (
              <span
                className={classes.first}
                onPointerEnter={({ currentTarget }) => {
                  currentTarget.dataset.hint = currentTarget.textContent;
                }}
              >
                {first}
              </span>
            )}
            {children && <IconChevronDown size={16} className={classes.arrow} data-opened={opened || undefined} />}
          </UnstyledButton>
        </Popover.Target>
        {children && (
          // A link to the same address as before changes nothing that would close it.
          <Popover.Dropdown onClick={({ target }) => (target as Element).closest('a') && toggle(false)}>
            {children}
          </Popover.Dropdown>
        )}
      </Popover>
    </section>
  );
}
