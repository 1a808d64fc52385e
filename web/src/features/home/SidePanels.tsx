import {
  IconCalendarEvent,
  IconFileText,
  IconFlag3,
  IconNews,
  IconPinFilled,
  IconSnowflake,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plainText } from '@vexil/rules/plain-text.rules';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import type { Moment } from './agenda';
import { latestPostsQuery } from './home.queries';
import classes from './SidePanels.module.css';

const momentIcons = { start: IconFlag3, freeze: IconSnowflake, end: IconCalendarEvent, writeup: IconFileText };
const momentsMax = 5;
const postsMax = 4;
const summaryLengthMax = 160;

/** What comes next, with the time until then. */
export function AgendaPanel({ moments }: { moments: Moment[] }) {
  const t = useText('home');
  return (
    <Panel flush title={t('home.agenda.title')}>
      <ol className={classes.list}>
        {moments.slice(0, momentsMax).map(({ kind, at, gameId, title }) => {
          const Icon = momentIcons[kind];
          return (
            <li key={`${kind} ${gameId}`}>
              <Link to="/games/$id" params={{ id: gameId }} className={classes.row}>
                <Icon />
                <span className="grid gap-2 shrinks">
                  <strong className="anywhere semibold">{t(`home.agenda.${kind}`, { game: title })}</strong>
                  <span className={classes.facts}>
                    <RelativeTime at={at} /> · <Time at={at} format="short" />
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

export function NewsPanel() {
  const t = useText('home');
  const posts = useQuery(latestPostsQuery());
  return (
    <Panel
      flush
      title={t('home.news.title')}
      actions={
        <LinkButton to="/posts" variant="subtle" size="compact-sm">
          {t('home.news.all')}
        </LinkButton>
      }
    >
      <QueryState query={posts} title={t('home.news.failed')} pending={<ListSkeleton count={3} />} />
      {posts.data?.length === 0 && (
        <EmptyState icon={<IconNews />} title={t('home.news.empty')} hint={t('home.news.emptyHint')} />
      )}
      <ul className={classes.list}>
        {posts.data?.slice(0, postsMax).map(({ id, title, summary, time, isPinned }) => (
          <li key={id}>
            <Link to="/posts/$postId" params={{ postId: id }} className={classes.row}>
              <span className="grid gap-2 shrinks">
                <strong className="anywhere semibold">
                  {isPinned && (
                    <IconPinFilled
                      size={14}
                      className={classes.pin}
                      aria-hidden={false}
                      aria-label={t('home.news.pinned')}
                    />
                  )}
                  {title}
                </strong>
                {summary.trim() !== '' && (
                  <span className={classes.summary}>{plainText(summary, summaryLengthMax)}</span>
                )}
                <span className={classes.facts}>
                  <Time at={time} format="date" />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The way into a game for who has none yet. */
export function StartPanel({ signedIn }: { signedIn: boolean }) {
  const t = useText('home');
  return (
    <Panel flush title={t('home.start.title')}>
      <ol className={classes.ways}>
        <li data-done={signedIn || undefined}>
          <span className="grid gap-2 shrinks">
            <strong>
              {signedIn ? t('home.start.account') : <Link to="/account/register">{t('home.start.account')}</Link>}
            </strong>
            <span className={classes.facts}>{t(signedIn ? 'home.start.done' : 'home.start.accountText')}</span>
          </span>
        </li>
        <li>
          <span className="grid gap-2 shrinks">
            <strong>
              <Link to="/games">{t('home.start.join')}</Link>
            </strong>
            <span className={classes.facts}>{t('home.start.joinText')}</span>
          </span>
        </li>
      </ol>
    </Panel>
  );
}
