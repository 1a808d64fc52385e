import { useSuspenseQuery } from '@tanstack/react-query';
import { AttachmentFlags } from './AttachmentFlags';
import { challengeQuery } from './flag.queries';
import { SharedFlags } from './SharedFlags';
import { TemplateEditor } from './TemplateEditor';

export function FlagsPage({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  if (challenge.type === 'DynamicContainer') return <TemplateEditor gameId={gameId} challenge={challenge} />;
  if (challenge.type === 'DynamicAttachment') return <AttachmentFlags gameId={gameId} challenge={challenge} />;
  return <SharedFlags gameId={gameId} challenge={challenge} />;
}
