import { useQuery } from '@tanstack/react-query';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { answerText } from '../../ui/own-fields';
import classes from './TeamPage.module.css';

/** What the members of a team answered for everyone; nothing where they did not. */
export function PublicFields({ gameId, teamId }: { gameId: number; teamId: number }) {
  const t = useText('own-field');
  const query = routeQuery(participationEndpoints.publicFields, { params: { id: gameId, teamId } });
  const { data: members = [] } = useQuery(query);
  if (members.length === 0) return null;
  return (
    <section className={classes.box}>
      <h3 className="below-8 text-14 semibold">{t('own-field.about')}</h3>
      <dl className="grid gap-8">
        {members.map(({ userName, fields }) => (
          <div key={userName}>
            <dt className="anywhere semibold">{userName}</dt>
            {fields.map((field) => (
              <dd key={field.id} className="anywhere">
                <span className="dimmed">{field.name}:</span> {answerText(field, t)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
