import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { DivisionName } from '../../ui/KindBadge';
import { LinkButton } from '../../ui/links';
import { Panel } from '../../ui/Panel';
import classes from './InfoPage.module.css';
import type { InfoForm } from './info-form';

type AgentsSectionProps = { form: InfoForm; gameId: number; id: string; title: string };

/** Which divisions are of people and which of agents, and what agents may use. */
export function AgentsSection({ form, gameId, id, title }: AgentsSectionProps) {
  const t = useText('game-edit');
  const divisions = useQuery(routeQuery(divisionEndpoints.list, { params: { id: gameId } })).data ?? [];
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <p className="dimmed text-13">{t('game-edit.agents.lead')}</p>
        {divisions.length > 0 && (
          <ul className="grid gap-6 text-13">
            {divisions.map((division) => (
              <li key={division.id} className="row wrap gap-8">
                <strong className="row semibold">
                  <DivisionName division={division} />
                </strong>
                {!division.kind && <span className="dimmed">{t('game-edit.agents.noKind')}</span>}
                {division.scoresAlone && <span className="dimmed">{t('game-edit.agents.alone')}</span>}
              </li>
            ))}
          </ul>
        )}
        <Switch {...form.toggle('allowsMcp')} description={t('game-edit.info.allowsMcpHelp')} />
        <div>
          <LinkButton variant="default" size="xs" to="/admin/games/$id/divisions" params={{ id: gameId }}>
            {t('game-edit.agents.divisions')}
          </LinkButton>
        </div>
      </div>
    </Panel>
  );
}
