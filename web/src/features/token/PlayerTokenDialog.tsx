import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { playerScopes } from '@vexil/contract/scope.rules';
import { PlayerTokenBody } from '@vexil/contract/token';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { ownGamesQuery } from '../../live/own-games-query';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import { AgentConfig } from './AgentConfig';
import { playerRights } from './scope-areas';
import classes from './Tokens.module.css';
import { TokenText } from './TokenText';
import { useCreatePlayerToken } from './token.queries';

type Values = { name: string; days: string; game: string; scopes: string[] };
/** In days. */
const lifetimes = ['1', '7', '30', '90'] as const;

/** Games that the account plays in. */
function usePlayedGames() {
  const own = useQuery(ownGamesQuery());
  const all = useQuery(routeQuery(gameEndpoints.list, { query: { count: 50 } }));
  const titles = new Map(all.data?.data.map(({ id, title }) => [id, title]));
  const played = own.data?.games.filter(({ status }) => status === 'Accepted') ?? [];
  return played.map(({ id, teamName }) => ({ value: String(id), label: titles.get(id) ?? teamName ?? `#${id}` }));
}

/** Creates a token to play and shows it once, with what an agent's configuration needs. */
export default function PlayerTokenDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('token');
  const games = usePlayedGames();
  const create = useCreatePlayerToken();
  const [text, setText] = useState<string>();
  const form = useForm<Values, object>({
    base: { name: '', days: '7', game: '', scopes: [...playerScopes] },
    whole: true,
    bodyOf: (_, { name, days, game, scopes }) => ({
      name,
      expiresIn: Number(days),
      gameId: Number(game || games[0]?.value),
      scopes,
    }),
    schema: PlayerTokenBody,
    fieldOf: {
      'token.expiryTooFar': 'days',
      'division.peopleOnly': 'game',
      'participation.missing': 'game',
      'participation.notAccepted': 'game',
    },
    save: async (body) => setText((await create.mutateAsync(PlayerTokenBody.parse(body))).token),
  });
  return (
    <FormModal
      opened={opened}
      unsaved={form.changed.length > 0 && text === undefined}
      saving={form.saving}
      onClose={onClose}
      size="lg"
      title={t(text === undefined ? 'token.new.title' : 'token.text.title')}
    >
      {text !== undefined ? (
        <TokenText
          text={text}
          name={form.values.name}
          more={(onCopied) => <AgentConfig token={text} onCopied={onCopied} />}
        />
      ) : (
        <DialogForm form={form} submitLabel={t('token.new.create')}>
          <div className={classes.fields}>
            <TextInput
              label={t('token.new.name')}
              placeholder={t('token.new.nameExample')}
              maxLength={128}
              data-autofocus
              {...form.text('name')}
            />
            <Select
              label={t('token.new.lifetime')}
              data={lifetimes.map((days) => ({ value: days, label: t(`token.days.${days}`) }))}
              value={form.values.days}
              onChange={(days) => days && form.set('days', days)}
              error={form.errors.days}
            />
          </div>
          <Select
            label={t('token.player.game')}
            data={games}
            value={form.values.game || (games[0]?.value ?? null)}
            onChange={(game) => game && form.set('game', game)}
            error={form.errors.game}
            description={games.length === 0 ? t('token.player.noGame') : undefined}
          />
          <Checkbox.Group
            label={t('token.scopes.label')}
            value={form.values.scopes}
            onChange={(scopes) => form.set('scopes', scopes)}
            error={form.errors.scopes ? t('token.scopes.none') : null}
          >
            <div className="grid gap-8">
              {playerRights.map(({ scope, area, right }) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={`${t(`token.areas.${area}`)}: ${t(`token.scopes.${right}`)}`}
                />
              ))}
            </div>
          </Checkbox.Group>
        </DialogForm>
      )}
    </FormModal>
  );
}
