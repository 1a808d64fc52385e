import { Link, type LinkProps } from '@tanstack/react-router';
import type { Fix } from '@vexil/rules/checks/check';
import type { ReactNode } from 'react';
import { goToPlace } from '../../ui/use-place-of-address';

function targetOf(id: number, fix: Fix): LinkProps {
  const params = { id };
  switch (fix.page) {
    case 'info':
      return { to: '/admin/games/$id/info', params, hash: fix.section };
    case 'challenge':
      return { to: '/admin/games/$id/challenges/$chalId', params: { id, chalId: fix.challengeId }, hash: fix.section };
    case 'flags':
      return { to: '/admin/games/$id/challenges/$chalId/flags', params: { id, chalId: fix.challengeId } };
    case 'wrongFlags': {
      const search = { challenge: fix.challengeId, type: 'WrongAnswer' } as const;
      return { to: '/games/$id/monitor/submissions', params, search };
    }
    case 'unjudged':
      return { to: '/games/$id/monitor/submissions', params, search: { type: 'FlagSubmitted' } };
    case 'cheating':
      return { to: '/games/$id/monitor/cheatinfo', params };
    case 'reveal':
      return { to: '/games/$id/reveal', params };
    case 'review':
      return { to: '/admin/games/$id/review', params, search: { status: 'Pending' } };
    default:
      return { to: `/admin/games/$id/${fix.page}`, params };
  }
}

type FixLinkProps = { gameId: number; fix: Fix; className?: string; children: ReactNode };

/** To where a problem is solved, or where one sees why. */
export const FixLink = ({ gameId, fix, className, children }: FixLinkProps) => (
  <Link
    {...targetOf(gameId, fix)}
    className={className}
    // The head of the page stays in view.
    hashScrollIntoView={{ block: 'nearest' }}
    // The router does nothing for the address where it is.
    onClick={() => 'section' in fix && fix.section && goToPlace(fix.section)}
  >
    {children}
  </Link>
);
