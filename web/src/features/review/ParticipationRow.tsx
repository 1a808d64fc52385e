import { Checkbox, Collapse, Select, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconLock } from '@tabler/icons-react';
import type { Division } from '@vexil/contract/division';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { useRef, useState } from 'react';
import { isError } from '../../api/api-error';
import { useIsSolo, useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { toastError } from '../../ui/toast';
import { Members } from './Members';
import classes from './Review.module.css';
import { ReviewActions } from './ReviewActions';
import { useUpdateParticipation } from './review.queries';
import { actionsFor } from './review-list';
import { StatusBadge } from './StatusMark';

type ParticipationRowProps = {
  gameId: number;
  participation: ParticipationInfo;
  divisions: readonly Division[];
  personal: boolean;
  selected: boolean;
  onSelect: (on: boolean) => void;
};

export function ParticipationRow(props: ParticipationRowProps) {
  const { gameId, participation, divisions, personal, selected, onSelect } = props;
  const t = useText('review');
  const isSolo = useIsSolo();
  const [opened, setOpened] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const { id, team, registeredMembers, status } = participation;
  const name = team.name ?? `#${team.id}`;
  const bodyId = `participation-${id}`;
  return (
    <li className={classes.item}>
      <div ref={row} className={classes.row}>
        <Checkbox
          aria-label={t('review.row.select', { name })}
          checked={selected && actionsFor(participation).length > 0}
          disabled={actionsFor(participation).length === 0}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <UnstyledButton
          data-row
          className={classes.team}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          aria-controls={bodyId}
        >
          <Avatar name={name} src={team.avatar} size={36} shape="team" />
          <span className="grow shrinks">
            <span className="row gap-8 anywhere semibold">
              {name}
              {team.locked && (
                <span className={classes.locked} title={t('review.row.locked')}>
                  <IconLock size={14} />
                  <span className="visually-hidden">{t('review.row.locked')}</span>
                </span>
              )}
            </span>
            <span className="block ellipsis dimmed text-13">
              {[
                ...(isSolo
                  ? []
                  : [t('review.row.registered', { registered: registeredMembers.length, count: team.members.length })]),
                ...(team.bio ? [team.bio] : []),
              ].join(' · ')}
            </span>
          </span>
          <IconChevronDown className={classes.arrow} data-opened={opened || undefined} />
        </UnstyledButton>
        {divisions.length > 0 && <DivisionSelect gameId={gameId} participation={participation} divisions={divisions} />}
        <StatusBadge status={status} />
        <ReviewActions gameId={gameId} participation={participation} row={row} />
      </div>
      <Collapse expanded={opened} id={bodyId}>
        {opened && <Members participation={participation} personal={personal} />}
      </Collapse>
    </li>
  );
}

type DivisionSelectProps = Pick<ParticipationRowProps, 'gameId' | 'participation' | 'divisions'>;

/** Chosen on purpose: a cross beside each name would move a team by a slip. */
const none = '-';

function DivisionSelect({ gameId, participation, divisions }: DivisionSelectProps) {
  const t = useText('review');
  const update = useUpdateParticipation(gameId);
  const name = participation.team.name ?? `#${participation.team.id}`;
  /** What was chosen once the game had started, and waits for its reason. */
  const [asked, setAsked] = useState<string>();
  const change = (value: string) => ({ divisionId: value === none ? null : Number(value) });
  const move = (value: string) =>
    update.mutate(
      { id: participation.id, change: change(value) },
      {
        onError: (error) =>
          isError(error, 'division.reasonMissing')
            ? setAsked(value)
            : toastError(error, { title: t('review.row.notMoved', { name }) }),
      },
    );
  return (
    <>
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('review.row.moveTitle', { name })}
        text={t('review.row.moveText')}
        confirmLabel={t('review.row.move')}
        danger={false}
        onConfirm={(reason) =>
          update.mutateAsync({ id: participation.id, change: { ...change(asked ?? none), reason } })
        }
      />
      <Select
        className={classes.rowDivision}
        size="xs"
        aria-label={t('review.row.divisionOf', { name })}
        disabled={update.isPending || participation.status === 'Rejected'}
        value={String(participation.divisionId ?? none)}
        onChange={(value) => value !== null && move(value)}
        data={[
          { value: none, label: t('review.row.noDivision') },
          ...divisions.map((division) => ({ value: String(division.id), label: division.name })),
        ]}
      />
    </>
  );
}
