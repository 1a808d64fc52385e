import { useSuspenseQuery } from '@tanstack/react-query';
import { AttachmentFlags } from './AttachmentFlags';
import { challengeQuery } from './flag.queries';
import { TemplateEditor } from './TemplateEditor';

/** Of a challenge whose teams have flags of their own. */
export function FlagsPage({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  return challenge.type === 'DynamicContainer' ? (
    <TemplateEditor gameId={gameId} challenge={challenge} />
  ) : (
    <AttachmentFlags gameId={gameId} challenge={challenge} />
  );
}
